"""`streamlit run app.py`: the app from a checkout."""

from calc.ui import main

main.main()
