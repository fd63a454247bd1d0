// A photograph of the owner's beneath the picture, laid by its four corners. It is kept in this browser and sent nowhere.

import { $, $$ } from "./page.js";

const WHOLE = [[0, 0], [1, 0], [1, 1], [0, 1]]; // the corners as parts of the picture: it lies as the picture does
const STEP = 0.004, LEAP = 0.04;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let photo = null; // { image, corners, strength } of the page that is shown
let key = "";

// -- keeping

function finished(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

async function photos(mode) {
  const asked = indexedDB.open("agon-photos", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("photos");
  return (await finished(asked)).transaction("photos", mode).objectStore("photos");
}

async function keep() {
  const store = await photos("readwrite");
  await finished(photo ? store.put(photo, key) : store.delete(key));
}

// -- laying

// The matrix that lays a box of this size between four points.
function between(width, height, [[ax, ay], [bx, by], [cx, cy], [dx, dy]]) {
  const [ux, uy, vx, vy] = [bx - cx, by - cy, dx - cx, dy - cy];
  const [sx, sy] = [ax - bx + cx - dx, ay - by + cy - dy];
  const area = ux * vy - vx * uy || 1e-9;
  const g = (sx * vy - vx * sy) / area, h = (ux * sy - sx * uy) / area;
  const [m11, m12] = [bx - ax + g * bx, by - ay + g * by], [m21, m22] = [dx - ax + h * dx, dy - ay + h * dy];
  return `matrix3d(${[m11 / width, m12 / width, 0, g / width, m21 / height, m22 / height, 0, h / height, 0, 0, 1, 0, ax, ay, 0, 1].join()})`;
}

// Where a part of the picture lies in its box, and back.
function spot(svg, [x, y]) {
  const box = svg.viewBox.baseVal, room = $("#pe-board").getBoundingClientRect();
  const at = new DOMPoint(box.x + x * box.width, box.y + y * box.height).matrixTransform(svg.getScreenCTM());
  return [at.x - room.left, at.y - room.top];
}

function part(svg, x, y) {
  const box = svg.viewBox.baseVal, at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [(at.x - box.x) / box.width, (at.y - box.y) / box.height];
}

function lay() {
  const board = $("#pe-board"), svg = $("#pe-board svg"), image = $("#pe-image");
  if (!photo || !image || !svg) return;
  const points = photo.corners.map((corner) => spot(svg, corner));
  image.style.transform = between(board.clientWidth, board.clientHeight, points);
  svg.style.opacity = 1 - photo.strength / 100;
  $$(".pe__corner").forEach((handle, n) => {
    handle.style.left = `${points[n][0]}px`;
    handle.style.top = `${points[n][1]}px`;
  });
}

function corner(n, name) {
  const handle = Object.assign(document.createElement("button"), { type: "button", className: "pe__corner", title: name });
  handle.setAttribute("aria-label", name);
  const move = (x, y) => { photo.corners[n] = [x, y]; lay(); };
  handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
  handle.addEventListener("pointermove", (event) => {
    if (handle.hasPointerCapture(event.pointerId)) move(...part($("#pe-board svg"), event.clientX, event.clientY));
  });
  handle.addEventListener("pointerup", keep);
  handle.addEventListener("keydown", (event) => {
    if (!KEYS[event.key]) return;
    event.preventDefault();
    const [x, y] = photo.corners[n], [right, down] = KEYS[event.key], far = event.shiftKey ? LEAP : STEP;
    move(x + right * far, y + down * far);
    keep();
  });
  return handle;
}

function begin() {
  const board = $("#pe-board");
  $$("#pe-image, .pe__corner").forEach((old) => old.remove());
  for (const tool of $$(".pe__phototool")) tool.hidden = !photo;
  if (!photo) return $("#pe-board svg").style.removeProperty("opacity");
  const image = Object.assign(document.createElement("img"), { id: "pe-image", alt: "", src: photo.image });
  board.prepend(image);
  board.append(...board.dataset.corners.split("|").map((name, n) => corner(n, name)));
  $("#pe-strength").value = photo.strength;
  lay();
}

// -- what the page does with it

// The photograph of this page of this pack, if there is one.
export async function show(wanted) {
  key = wanted;
  const found = await finished((await photos("readonly")).get(wanted)).catch(() => null);
  if (key !== wanted || !$("#pe-board svg")) return;
  photo = found ?? null;
  begin();
}

export function take(file) {
  const reader = new FileReader();
  reader.onload = () => {
    photo = { image: reader.result, corners: WHOLE.map((at) => [...at]), strength: photo?.strength ?? 50 };
    begin();
    keep();
  };
  reader.readAsDataURL(file);
}

export function dim(strength) {
  photo.strength = Number(strength);
  lay();
  keep();
}

export function putAway() {
  photo = null;
  begin();
  keep();
}

addEventListener("resize", lay);
