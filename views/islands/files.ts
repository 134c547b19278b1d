// Island: files. Takes files for a field by drop, by paste and by its button, uploads each at once with its progress, and says why one was
// not taken. What was uploaded is a box of the form, as the server writes it.

/** Behind the numbers of those that the server has written. */
const FIRST = 2_000;

interface Answer {
  readonly reference?: string;
  readonly size?: number;
  readonly title?: string;
  readonly detail?: string;
}

class FileField {
  private number = FIRST;
  private underWay = 0;
  private readonly input: HTMLInputElement;
  private readonly list = made('div', 'db-uploads');

  constructor(private readonly element: HTMLElement) {
    this.input = element.querySelector<HTMLInputElement>('input[type=file]')!;
    this.list.setAttribute('role', 'status');
    this.input.before(this.list);
    this.input.after(made('p', 'form-hint', 'Or drop files here, or paste them.'));
    this.input.addEventListener('change', () => {
      if (!this.input.files || this.input.files.length === 0) return;
      const files = [...this.input.files];
      this.input.value = '';
      this.take(files);
    });
    element.addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      element.classList.add('db-drop');
    });
    for (const type of ['dragleave', 'drop'])
      element.addEventListener(type, () => element.classList.remove('db-drop'));
    element.addEventListener('drop', (event) => {
      event.preventDefault();
      this.take([...(event.dataTransfer?.files ?? [])]);
    });
    this.input.form?.addEventListener('submit', (event) => this.wait(event), { capture: true });
  }

  has(target: EventTarget | null): boolean {
    return target instanceof Node && this.element.contains(target);
  }

  take(files: readonly File[]): void {
    const { several } = this.element.dataset;
    for (const file of several === undefined ? files.slice(0, 1) : files) void this.upload(file);
  }

  /** A form that is sent now would be saved without the file. */
  private wait(event: Event): void {
    if (this.underWay === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.input.focus();
  }

  private async upload(file: File): Promise<void> {
    const line = made('p', 'db-upload');
    const progress = made('progress', '');
    progress.setAttribute('aria-label', file.name);
    line.append(
      made('span', '', `${file.name} `),
      made('span', 'db-file-size', sizeText(file.size)),
      progress,
    );
    this.list.append(line);
    this.underWay += 1;
    const answer = await post(
      `${this.element.dataset['upload']}&name=${encodeURIComponent(file.name)}`,
      file,
      (part) => progress.setAttribute('value', String(part)),
    );
    this.underWay -= 1;
    progress.remove();
    if (answer.reference === undefined) return refuse(line, file, answer);
    line.remove();
    this.add(file, answer.reference);
  }

  private add(file: File, reference: string): void {
    const { name } = this.input;
    const boxes = this.element.querySelectorAll<HTMLInputElement>('input[type=checkbox]');
    // One file takes the place of the other.
    if (this.element.dataset['several'] === undefined) for (const box of boxes) box.checked = false;
    const label = made('label', 'form-check db-chosen-file');
    const box = Object.assign(made('input', 'form-check-input'), {
      ...{ type: 'checkbox', name: `${name}.${this.number++}`, value: reference, checked: true },
    });
    const words = made('span', 'form-check-label', `${file.name} `);
    words.append(made('span', 'db-file-size', `${sizeText(file.size)}, uploaded just now`));
    label.append(box, words);
    this.list.before(label);
    // Drafts do not have it: leaving asks first.
    this.input.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

function refuse(line: HTMLElement, file: File, { title, detail }: Answer): void {
  line.className = 'db-errors';
  line.textContent = `${file.name}: ${[title ?? 'It could not be uploaded.', detail].filter(Boolean).join(' ')}`;
}

/** Without an answer: an empty one. `onProgress` is given the part that is sent, from 0 to 1. */
function post(url: string, file: File, onProgress: (part: number) => void): Promise<Answer> {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 1 : loaded / total),
    );
    request.addEventListener('loadend', () => {
      try {
        resolve(JSON.parse(request.responseText) as Answer);
      } catch {
        resolve({});
      }
    });
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(file);
  });
}

/** `1.2 MB` */
function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)));
  const value = bytes / 1024 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

const all = [...document.querySelectorAll<HTMLElement>('[data-upload]')].map(
  (element) => new FileField(element),
);

// A picture that is pasted goes to the field one is in, or to the only one there is.
document.addEventListener('paste', (event) => {
  const files = [...(event.clipboardData?.files ?? [])];
  const field = all.find((each) => each.has(event.target)) ?? (all.length === 1 ? all[0] : undefined);
  if (files.length === 0 || !field) return;
  event.preventDefault();
  field.take(files);
});
