// Sends a selection in parts and counts them. Its last request is the whole form, whose commands are known by then: it shows the result.
import { translateIslandMessage } from './island-messages.js';

const SELECTED = 'input[type=hidden][name^="_record."]';
const PART = 5;

for (const form of document.querySelectorAll<HTMLFormElement>('form.db-form')) enhance(form);

function enhance(form: HTMLFormElement): void {
  const names = [...form.querySelectorAll<HTMLInputElement>(SELECTED)].map(({ name }) => name);
  if (names.length <= PART || !canBeSentInParts(form)) return;
  const status = document.createElement('p');
  status.className = 'form-hint m-0';
  status.setAttribute('role', 'status');
  form.querySelector('.db-form-foot')?.append(status);
  let isSending = false;
  form.addEventListener('submit', (event) => {
    // Buttons with a name search or edit rows.
    if (event.submitter?.hasAttribute('name')) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const sendWhole = () => HTMLFormElement.prototype.submit.call(form);
    sendInParts(form, names, status).then(sendWhole, sendWhole);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    isSending = false;
    status.textContent = '';
  });
}

/** A wrong password counts once, and files are sent once. */
function canBeSentInParts(form: HTMLFormElement): boolean {
  return form.enctype !== 'multipart/form-data' && !form.querySelector('input[type=password]');
}

/** Stops where a part fails: the whole form then shows why. */
async function sendInParts(
  form: HTMLFormElement,
  names: readonly string[],
  status: HTMLElement,
): Promise<void> {
  const inputs = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
  const say = (done: number) => {
    status.textContent = translateIslandMessage('island.doneOf', { done, all: names.length });
  };
  say(0);
  for (let done = 0; done < names.length;) {
    const part = new Set(names.slice(done, done + PART));
    const others = new Set(names.filter((name) => !part.has(name)));
    const body = new URLSearchParams(inputs.filter(([name]) => !others.has(name)).map((each) => [...each]));
    const answer = await fetch(form.getAttribute('action') ?? '', { method: 'post', body });
    if (!answer.ok) return;
    say((done += part.size));
  }
}
