// A lesson's board: a click or Enter on a place answers the task with its action. The server judges.

const form = document.getElementById("answer");
const board = document.getElementById("board");
const chooser = document.getElementById("chooser");

function say(action) {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "say";
  field.value = action;
  form.append(field);
  form.noValidate = true; // the place is the answer, whatever the fields say
  form.requestSubmit();
}

// A place that stands for several actions asks which one, in the words of the list below.
function choose(actions) {
  const list = document.getElementById("chooser-list");
  list.replaceChildren(
    ...actions.map((action) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn";
      button.textContent = document.querySelector(`[data-choice="${CSS.escape(action)}"]`)?.textContent ?? action;
      button.addEventListener("click", () => say(action));
      return button;
    }),
  );
  chooser.showModal();
}

// What lies under the pointer: a piece that stands on a place must not hide it.
function placeAt(event) {
  const under = event.type === "click" && event.detail ? document.elementsFromPoint(event.clientX, event.clientY) : [event.target];
  const here = under.filter((element) => board.contains(element));
  const find = (wanted) => here.map((element) => element.closest(wanted)).find(Boolean);
  return find("[data-action]") ?? find("[data-why]");
}

function answer(event) {
  const place = placeAt(event);
  if (!place || !form) return;
  const actions = (place.dataset.action ?? place.dataset.why).split("|");
  if (actions.length > 1 && place.dataset.action) choose(actions);
  else say(actions[0]);
}

board?.addEventListener("click", answer);
board?.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    answer(event);
  }
});
// The camera looks at a part of the board; a button shows all of it, and the part again.
for (const button of document.querySelectorAll("[data-whole]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const sheet = button.parentElement.querySelector("svg.sheet");
    const now = sheet.getAttribute("viewBox");
    sheet.setAttribute("viewBox", button.dataset.whole);
    button.dataset.whole = now;
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
  });
}
// Beside the board of a puzzle there is room for the list.
const list = document.querySelector(".puzzle__r #choices");
if (list && matchMedia("(min-width:1181px)").matches) list.open = true;
document.getElementById("verdict")?.scrollIntoView({ block: "nearest" });
document.getElementById("go-on")?.focus({ preventScroll: true });
