"use strict";
// Without this script all is there, only not to be sorted or copied with one click.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Sort by this column";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const order = { ascending: "descending", descending: "" }[heading.getAttribute("aria-sort")] ?? "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      if (order) heading.setAttribute("aria-sort", order);
      body.append(...(order ? sorted(rows, place, order === "descending" ? -1 : 1) : rows));
    });
  });
}

// Numbers by all their digits, words behind them by the alphabet, what is missing last; equal rows keep their order.
function sorted(rows, place, sign) {
  const keys = new Map(rows.map((row) => [row, key(row.cells[place])]));
  return [...rows].sort((one, other) => {
    const a = keys.get(one), b = keys.get(other);
    if (a === "" || b === "") return (a === "") - (b === "");
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return sign * (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
  });
}

function key(cell) {
  const value = (cell.dataset.value ?? cell.textContent).trim();
  return value === "" || Number.isNaN(Number(value)) ? value : Number(value);
}

for (const place of document.querySelectorAll(".command")) {
  const code = place.querySelector("code");
  const button = document.createElement("button");
  const told = document.createElement("output");
  button.type = "button";
  button.textContent = "Copy the command";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      told.textContent = "Copied.";
    } catch {
      getSelection().selectAllChildren(code);
      told.textContent = document.execCommand("copy") ? "Copied." : "Selected: copy it with your keyboard.";
    }
  });
  place.append(button, told);
}
