"""A game as one page of HTML: facts from its chronicle, maps as the viewer draws them, charts as inline SVG."""
