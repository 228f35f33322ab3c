// A picture that cannot be fetched (replaced by now, or offline) leaves the card its drawn face.

const giveUp = (image) => {
  const { drawn } = image.dataset;
  if (!drawn) return;
  delete image.dataset.drawn;
  image.closest(".card")?.removeAttribute("data-picture");
  image.src = drawn;
};

export const withDrawnFace = (image, drawn) => {
  image.dataset.drawn = drawn;
  image.addEventListener("error", () => giveUp(image));
};

// The same for all pictures of a place, those too that are copied into it.
export const mindPictures = (root) => root.addEventListener("error", ({ target }) => target.matches("img") && giveUp(target), true);

// Pictures that came with the page: some have failed before any script could hear of it.
for (const image of document.querySelectorAll("[data-picture] [data-drawn]")) {
  image.addEventListener("error", () => giveUp(image));
  if (image.complete && !image.naturalWidth) giveUp(image);
}
