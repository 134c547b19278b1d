// Sends a form as one of its buttons would, without leaving the page: the answer is the page that the button would lead to.

/** The answered page; passwords and files are not sent. Rejects where the server is not reached. */
export async function askForm(form: HTMLFormElement, button: string, value: string): Promise<Document> {
  const sent = new URLSearchParams();
  for (const [key, text] of new FormData(form))
    if (typeof text === 'string' && !isPassword(form, key)) sent.append(key, text);
  sent.set(button, value);
  const answer = await fetch(form.getAttribute('action') ?? '', { method: 'post', body: sent });
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

function isPassword(form: HTMLFormElement, name: string): boolean {
  return form.querySelector(`input[type=password][name="${CSS.escape(name)}"]`) !== null;
}
