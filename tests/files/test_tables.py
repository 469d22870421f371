import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.tables import unguarded, write_csv

cells = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"))


@given(st.lists(st.lists(cells, min_size=2, max_size=5), min_size=1))
def test_rows_read_back_as_they_were(tmp_path_factory, rows):
    file = tmp_path_factory.mktemp("csv") / "cards.csv"
    write_csv(file, rows)
    data = file.read_bytes()
    read = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert [[unguarded(cell) for cell in row] for row in read] == rows


def test_spreadsheets_see_the_encoding_and_the_ends_of_lines(tmp_path):
    write_csv(tmp_path / "cards.csv", [("id", "name"), (1, "Économe, l’")])
    data = (tmp_path / "cards.csv").read_bytes()
    assert data == '\ufeffid,name\r\n1,"Économe, l’"\r\n'.encode()


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(InputError):
        write_csv(tmp_path / "nowhere" / "cards.csv", [])
