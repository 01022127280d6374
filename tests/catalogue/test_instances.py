"""The bundled instance types are complete, unique and true."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections import Counter

import pytest

import pricing_data
from pricing_data import instance, instances
from pricing_data.loader import read_instances

FAMILIES = {
    "trainium1", "trainium2", "trainium3", "inferentia2", "a10g", "l4", "l40s", "rtx_pro_6000",
    "a100", "h100", "h200", "b200", "b300", "gb200",
}  # fmt: skip


def test_names_are_unique_whatever_their_case():
    names = Counter(entry.type.lower() for entry in instances())
    assert [name for name, n in names.items() if n > 1] == []


def test_every_family_is_there_and_no_other():
    assert {entry.family for entry in instances()} == FAMILIES


@pytest.mark.parametrize("entry", instances(), ids=lambda entry: entry.type)
def test_every_instance_says_what_is_in_it_and_who_says_so(entry):
    assert entry.provider == "aws"
    assert entry.accelerator
    assert isinstance(entry.accelerators, int)
    assert entry.accelerators >= 1
    assert 16 <= entry.accelerator_memory_gib / entry.accelerators <= 300
    assert len(entry.source) > 10
    for figure in (entry.vcpus, entry.memory_gib, entry.network_gbps):
        assert figure is None or figure > 0


@pytest.mark.parametrize("entry", instances(), ids=lambda entry: entry.type)
def test_one_family_has_one_memory_size_except_where_aws_sells_two(entry):
    per_accelerator = {
        round(other.accelerator_memory_gib / other.accelerators)
        for other in instances()
        if other.family == entry.family
    }
    assert len(per_accelerator) == 1 or (entry.family == "a100" and per_accelerator == {40, 80})


@pytest.mark.parametrize(
    ("name", "accelerators", "gib_each"),
    [
        ("trn1.2xlarge", 1, 32),
        ("trn1.32xlarge", 16, 32),
        ("trn2.3xlarge", 1, 96),
        ("trn2.48xlarge", 16, 96),
        ("trn2u.48xlarge", 16, 96),
        ("inf2.48xlarge", 12, 32),
        ("p4d.24xlarge", 8, 40),
        ("p4de.24xlarge", 8, 80),
        ("p5.4xlarge", 1, 80),
        ("p5.48xlarge", 8, 80),
        ("p5en.48xlarge", 8, 141),
        ("g7e.12xlarge", 2, 96),
    ],
)
def test_known_instances_have_their_known_accelerators(name, accelerators, gib_each):
    entry = instance(name)
    assert entry is not None
    assert entry.accelerators == accelerators
    assert entry.accelerator_memory_gib / accelerators == gib_each


def test_trainium2_notes_that_the_api_is_wrong_about_its_memory():
    entry = instance("trn2.48xlarge")
    assert entry is not None
    assert "512 GiB a chip, which is wrong" in entry.note


def test_trainium3_has_no_instance_type_and_says_so():
    trainium3 = [entry for entry in instances() if entry.family == "trainium3"]
    assert len(trainium3) == 2
    for entry in trainium3:
        assert "UltraServer" in entry.type
        assert "No EC2 instance type has been published" in entry.note


@pytest.mark.parametrize("name", ["p5.48xlarge", "P5.48XLARGE", "  p5.48xlarge\n"])
def test_a_name_is_found_whatever_its_case_and_blanks(name):
    entry = instance(name)
    assert entry is not None
    assert entry.type == "p5.48xlarge"


@pytest.mark.parametrize("name", ["", "p5", "p5.48xlarge2", "p5 48xlarge", "trn3.48xlarge"])
def test_what_is_not_a_whole_name_finds_nothing(name):
    assert instance(name) is None


def test_an_up_to_network_figure_says_so():
    group = "{accelerator: A, family: a, source: s, instances: {x: [1, 2, 3, 4, 5, burst]}}"
    (entry,) = read_instances(f"provider: aws\ngroups: [{group}]")
    assert entry.network_gbps == 5
    assert entry.note == "The network figure is an upper limit."


def test_a_record_cannot_be_changed():
    entry = instances()[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        entry.accelerators = 99  # type: ignore[misc]


def test_the_version_of_the_catalogue_is_its_date():
    year, month, _ = pricing_data.CATALOGUE_VERSION.split(".")
    assert (int(year), int(month)) == (pricing_data.CATALOGUE_DATE.year, pricing_data.CATALOGUE_DATE.month)


def loaded_after(statements: str, *modules: str) -> str:
    code = f"import sys\n{statements}\nprint(sorted({set(modules)!r} & set(sys.modules)))"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_the_catalogue_loads_neither_the_calculation_nor_heavy_libraries():
    use = "import pricing_data; pricing_data.instances(); pricing_data.claims()"
    assert loaded_after(use, "calc", "pandas", "pydantic", "numpy") == "[]"


def test_importing_the_catalogue_reads_nothing_yet():
    assert loaded_after("import pricing_data", "ruamel", "ruamel.yaml") == "[]"
    assert loaded_after("import pricing_data; pricing_data.instances()", "ruamel.yaml") == "['ruamel.yaml']"


def test_every_family_in_use_has_a_record_of_its_peaks():
    for entry in pricing_data.instances():
        peaks = pricing_data.accelerator(entry.family)
        assert peaks is not None, entry.family
        figures = [peaks.bf16_tflops, peaks.fp8_tflops, peaks.sparse_tflops]
        known = [figure for figure in figures if figure is not None]
        assert known == sorted(known), "a lower precision, and sparsity, are never slower"
        assert peaks.source
    assert pricing_data.accelerator("nonsense") is None


def test_chips_times_their_number_are_the_published_peaks_of_the_instance():
    """Neuron docs: 10,672 BF16, 20,784 FP8 TFLOPS and 46.4 TB/s for trn2.48xlarge."""
    entry, peaks = pricing_data.instance("trn2.48xlarge"), pricing_data.accelerator("trainium2")
    assert entry.accelerators * peaks.bf16_tflops == 10_672
    assert entry.accelerators * peaks.fp8_tflops == 20_784
    assert entry.accelerators * peaks.hbm_tb_per_s == pytest.approx(46.4)
