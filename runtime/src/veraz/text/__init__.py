"""Language-neutral reading of text: folding, tokens, units, a trie; all in offsets into the text given."""
