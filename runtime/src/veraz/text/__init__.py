"""Language-neutral reading of text: folding, tokens, units, a trie. Everything speaks in offsets into the text given."""
