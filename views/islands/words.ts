// The words of the islands, in the language of the page: its body carries them.
let known: Readonly<Partial<Record<string, string>>> | undefined;

/** `id`: of a message whose placeholders are all of its form, such as `{name}`. */
export function word(id: string, values: Readonly<Record<string, string | number>> = {}): string {
  known ??= JSON.parse(document.body.dataset['words'] ?? '{}') as Readonly<Record<string, string>>;
  return (known[id] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
