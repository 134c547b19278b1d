// Island: form-fields. An error stands at a field until its value changes: whether the new one is right is said when the form is sent.

const ERRORS = ':scope > .db-errors';

/** The cell of a table, or the field. */
const placeOf = (target: Element): Element | null =>
  target.closest('td[data-label]') ?? target.closest('.db-field');

function clearErrors({ target }: Event): void {
  const place = target instanceof Element ? placeOf(target) : null;
  const errors = place?.querySelector(ERRORS);
  if (!place || !errors) return;
  errors.remove();
  for (const control of place.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    const others =
      control
        .getAttribute('aria-describedby')
        ?.split(' ')
        .filter((id) => id !== errors.id) ?? [];
    if (others.length > 0) control.setAttribute('aria-describedby', others.join(' '));
    else control.removeAttribute('aria-describedby');
  }
}

for (const form of document.querySelectorAll('form.db-form'))
  for (const type of ['input', 'change']) form.addEventListener(type, clearErrors);
