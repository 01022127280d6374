"""The app. This is the only room that imports streamlit."""
