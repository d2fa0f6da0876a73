"use strict";
(() => {
  const slice = 100;
  const printed = 1000;
  const numbers = new Intl.NumberFormat("en");
  const collator = new Intl.Collator(undefined, { numeric: true });

  // A table shows a slice of its rows; search, filter and order work on all.
  class Table {
    constructor(section) {
      const data = JSON.parse(section.querySelector("script").textContent);
      this.columns = data.columns;
      this.rows = data.rows;
      this.choices = data.choices || {};
      this.section = section;
      this.body = section.querySelector("tbody");
      this.status = section.querySelector("[role=status]");
      this.search = section.querySelector("input[type=search]");
      this.select = section.querySelector("select");
      this.texts = new Array(this.rows.length);
      this.shown = this.rows.map((_, i) => i);
      this.from = 0;
      this.size = slice;
      this.sorted = -1;
      this.down = false;
      this.wire();
      this.show();
    }

    wire() {
      let timer = 0;
      this.search.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(() => this.choose(), 120);
      });
      if (this.select) this.select.addEventListener("change", () => this.choose());
      this.section.querySelectorAll("th button").forEach((button, i) => {
        button.addEventListener("click", () => this.sort(i));
      });
      this.back = this.section.querySelector("[data-go=back]");
      this.on = this.section.querySelector("[data-go=on]");
      this.back.addEventListener("click", () => this.go(-this.size));
      this.on.addEventListener("click", () => this.go(this.size));
    }

    // value is what a cell says: a choice is kept as its number.
    value(row, i) {
      const column = this.columns[i];
      const raw = row[i];
      if (column.kind === "choice") return this.choices[column.key][raw];
      if (column.kind === "choices") return raw.map(n => this.choices[column.key][n]).join("; ");
      return raw;
    }

    text(i) {
      return this.texts[i] ??= this.columns.map((_, c) => this.value(this.rows[i], c)).join("\n").toLowerCase();
    }

    choose() {
      const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const wanted = this.select && this.select.value !== "" ? this.select.value.split(":") : null;
      const column = wanted ? Number(wanted[0]) : 0;
      const choice = wanted ? Number(wanted[1]) : 0;
      const kept = [];
      for (let i = 0; i < this.rows.length; i++) {
        if (wanted) {
          const raw = this.rows[i][column];
          if (Array.isArray(raw) ? !raw.includes(choice) : raw !== choice) continue;
        }
        if (words.length === 0 || words.every(word => this.text(i).includes(word))) kept.push(i);
      }
      this.shown = kept;
      this.order();
      this.from = 0;
      this.show();
    }

    sort(column) {
      this.down = this.sorted === column && !this.down;
      this.sorted = column;
      this.section.querySelectorAll("th").forEach((th, i) => {
        if (i === column) th.setAttribute("aria-sort", this.down ? "descending" : "ascending");
        else th.removeAttribute("aria-sort");
      });
      this.order();
      this.from = 0;
      this.show();
    }

    order() {
      const column = this.sorted;
      if (column < 0) return;
      const numeric = this.columns[column].kind === "number";
      const keys = new Map(this.shown.map(i => [i, this.value(this.rows[i], column)]));
      const sign = this.down ? -1 : 1;
      this.shown.sort((a, b) => {
        const x = keys.get(a);
        const y = keys.get(b);
        const order = numeric ? (x ?? -1) - (y ?? -1) : collator.compare(x, y);
        return order * sign || a - b;
      });
    }

    go(step) {
      this.from = Math.max(0, Math.min(this.from + step, this.shown.length - 1));
      this.show();
      this.section.scrollIntoView();
    }

    cell(row, i) {
      const column = this.columns[i];
      const value = this.value(row, i);
      const td = document.createElement("td");
      td.dataset.label = column.label;
      if (column.kind === "number") {
        td.className = "number";
        td.textContent = value === null || value === undefined ? "" : numbers.format(value);
        return td;
      }
      if (column.wide) td.className = "wide";
      if (column.kind === "address" && /^https?:\/\//i.test(value)) {
        const a = document.createElement("a");
        a.href = value;
        a.rel = "noopener noreferrer nofollow";
        a.textContent = value;
        td.append(a);
        return td;
      }
      const span = document.createElement("span");
      span.textContent = value;
      if (column.key === "result") span.className = "mark " + ["works", "moved", "broken", "unchecked", "skipped", "waiting"][row[i]];
      td.append(span);
      return td;
    }

    show() {
      const fragment = document.createDocumentFragment();
      const to = Math.min(this.from + this.size, this.shown.length);
      for (let n = this.from; n < to; n++) {
        const tr = document.createElement("tr");
        const row = this.rows[this.shown[n]];
        for (let i = 0; i < this.columns.length; i++) tr.append(this.cell(row, i));
        fragment.append(tr);
      }
      this.body.replaceChildren(fragment);
      this.back.disabled = this.from === 0;
      this.on.disabled = to >= this.shown.length;
      this.status.textContent = this.shown.length === 0
        ? "Nothing here matches."
        : `${numbers.format(this.from + 1)} to ${numbers.format(to)} of ${numbers.format(this.shown.length)}`;
    }
  }

  const tables = new Map();
  for (const section of document.querySelectorAll("section[data-table]")) tables.set(section.id, new Table(section));

  // A problem leads to the rows that have it.
  for (const button of document.querySelectorAll("button[data-problem]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const table = tables.get("pages");
      table.search.value = "";
      table.select.value = button.dataset.problem;
      table.choose();
      table.section.scrollIntoView();
      table.select.focus();
    });
  }

  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    for (const table of tables.values()) { table.size = printed; table.show(); }
  });
  addEventListener("afterprint", () => {
    for (const table of tables.values()) { table.size = slice; table.show(); }
  });
})();
