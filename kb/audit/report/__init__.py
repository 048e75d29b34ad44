"""An audit for others to read: views of the whole, a page of HTML, SARIF for machines."""
