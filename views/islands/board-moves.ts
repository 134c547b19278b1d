// A card dropped on a column is moved by the action that leads there, as by its button.

const CARD = '[data-card]';
/** A button that takes the action, or a link to its form. */
const MOVE = ':is(a, button)[data-to]';
let dragged: HTMLElement | null = null;

document.addEventListener('pointerdown', ({ target }) => {
  const card = target instanceof Element ? target.closest<HTMLElement>(CARD) : null;
  if (card?.querySelector(MOVE)) card.draggable = true;
});

document.addEventListener('dragstart', ({ target }) => {
  dragged = target instanceof Element ? target.closest<HTMLElement>(CARD) : null;
});

document.addEventListener('dragover', (event) => {
  if (dragged && columnAt(event.target)) event.preventDefault();
});

document.addEventListener('drop', (event) => {
  const state = columnAt(event.target)?.dataset['state'];
  const card = dragged;
  dragged = null;
  if (!card || state === undefined || columnAt(card)?.dataset['state'] === state) return;
  event.preventDefault();
  const moves = [...card.querySelectorAll<HTMLElement>(MOVE)].filter(
    ({ dataset }) => dataset['to'] === state,
  );
  if (moves.length === 1) moves[0]!.click();
  else if (moves.length > 1) chooseAmong(card, moves[0]!);
  else announceImpossible();
});

const columnAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('section[data-state]') : null;

/** Several actions lead there. */
function chooseAmong(card: HTMLElement, first: HTMLElement): void {
  card.querySelector('details')?.setAttribute('open', '');
  first.focus();
}

function announceImpossible(): void {
  const status = document.querySelector<HTMLElement>('[data-move-status]');
  if (!status) return;
  status.classList.remove('visually-hidden');
  status.textContent = status.dataset['impossible'] ?? '';
}
