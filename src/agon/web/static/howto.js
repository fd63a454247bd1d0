// How to play: a picture opens large, so that a phone shows it; a button prints the two pages.

const large = document.getElementById("large");

function show(figure) {
  const picture = figure.querySelector("svg").cloneNode(true);
  picture.removeAttribute("style");
  large.querySelector("div").replaceChildren(picture);
  large.querySelector("p").textContent = figure.querySelector("figcaption").textContent;
  large.showModal();
}

for (const figure of document.querySelectorAll(".howto__p figure")) {
  figure.tabIndex = 0;
  figure.setAttribute("role", "button");
  figure.setAttribute("aria-label", `${large.dataset.word}: ${figure.querySelector("figcaption").textContent}`);
  figure.addEventListener("click", () => show(figure));
  figure.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    show(figure);
  });
}
large.addEventListener("click", (event) => {
  if (event.target === large || event.target.closest("button")) large.close();
});
document.getElementById("print").addEventListener("click", () => print());
