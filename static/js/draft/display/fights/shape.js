// In how many columns and rows a list of the big screen stands.

export const shape = (box, columns, rows) => {
  box.style.setProperty("--columns", columns);
  box.style.setProperty("--rows", rows);
  box.dataset.crowd = rows * columns === 1 ? "one" : rows <= 2 ? "few" : rows <= 4 ? "some" : rows <= 6 ? "many" : "most"; // 7 and more: only standings
  box.dataset.columns = columns;
};
