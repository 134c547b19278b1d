/** Excludes passwords and files. Rejects when the server is unreachable. */
export async function fetchForm(form: HTMLFormElement, button: string, value: string): Promise<Document> {
  const typed = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !isPassword(form, entry[0]),
  );
  return post(form, [...typed, [button, value]]);
}

export async function fetchFormWithOnly(
  form: HTMLFormElement,
  inputs: readonly (readonly [string, string])[],
): Promise<Document> {
  const carried = form.querySelectorAll<HTMLInputElement>(':scope > input[type=hidden][name^=_]');
  return post(form, [...[...carried].map(({ name, value }) => [name, value] as const), ...inputs]);
}

async function post(
  form: HTMLFormElement,
  inputs: readonly (readonly [string, string])[],
): Promise<Document> {
  const body = new URLSearchParams(inputs.map(([name, value]) => [name, value]));
  const answer = await fetch(form.getAttribute('action') ?? '', { method: 'post', body });
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

function isPassword(form: HTMLFormElement, name: string): boolean {
  return form.querySelector(`input[type=password][name="${CSS.escape(name)}"]`) !== null;
}
