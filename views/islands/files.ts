// Island: files. Takes files for a field by drop, by paste and by its button, uploads each at once with its progress, and says why one was
// not taken. What was uploaded is a box of the form, as the server writes it.
import { word } from './words.js';

import { FIRST_NUMBER, made, sizeText, takeDrops, uploadFile } from './upload-file.js';

class FileField {
  private number = FIRST_NUMBER;
  private underWay = 0;
  private readonly input: HTMLInputElement;
  private readonly list = made('div', 'db-uploads');

  constructor(private readonly element: HTMLElement) {
    this.input = element.querySelector<HTMLInputElement>('input[type=file]')!;
    this.list.setAttribute('role', 'status');
    this.input.before(this.list);
    this.input.after(made('p', 'form-hint', word('island.dropFiles')));
    this.input.addEventListener('change', () => {
      if (!this.input.files || this.input.files.length === 0) return;
      const files = [...this.input.files];
      this.input.value = '';
      this.take(files);
    });
    takeDrops(element, (files) => this.take(files));
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
    this.underWay += 1;
    const reference = await uploadFile(this.element.dataset['upload']!, file, this.list);
    this.underWay -= 1;
    if (reference !== undefined) this.add(file, reference);
  }

  private add(file: File, reference: string): void {
    const { name } = this.input;
    const boxes = this.element.querySelectorAll<HTMLInputElement>('input[type=checkbox]');
    // One file takes the place of the other.
    if (this.element.dataset['several'] === undefined) for (const box of boxes) box.checked = false;
    const label = made('label', 'form-check db-chosen-file');
    const box = Object.assign(made('input', 'form-check-input'), {
      type: 'checkbox',
      name: `${name}.${this.number++}`,
      value: reference,
      checked: true,
    });
    const words = made('span', 'form-check-label', `${file.name} `);
    words.append(made('span', 'db-file-size', word('island.uploadedNow', { size: sizeText(file.size) })));
    label.append(box, words);
    this.list.before(label);
    // Drafts do not have it: leaving asks first.
    this.input.dispatchEvent(new Event('change', { bubbles: true }));
  }
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
