// Printing the sheets that are chosen: the style sheet hides the others, on the screen as on paper.

const button = document.querySelector("[data-part=print]");

const boxes = [...document.querySelectorAll("[type=checkbox]")];

const update = () => {
  button.disabled = !boxes.some((box) => box.checked);
};

button.hidden = false;
button.addEventListener("click", () => print());
boxes.forEach((box) => box.addEventListener("change", update));
update();
