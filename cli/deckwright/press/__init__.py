"""The press: from cards to sheets of paper."""
