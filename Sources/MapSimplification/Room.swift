// room under construction
