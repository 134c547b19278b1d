const AGAIN_AFTER_MS = 10 * 60_000;
const MAX_REMEMBERED = 100;

/** An unavailable collector fails every few seconds: each message is passed on once in ten minutes. */
export function createWarningFilter(
  warn: (message: string) => void,
  now: () => number = () => performance.now(),
): (message: string) => void {
  const lastWarned = new Map<string, number>();
  return (message) => {
    const text = `OpenTelemetry: ${withoutSecrets(toMessage(message))}`;
    const last = lastWarned.get(text);
    if (last !== undefined && now() - last < AGAIN_AFTER_MS) return;
    if (lastWarned.size >= MAX_REMEMBERED) lastWarned.clear();
    lastWarned.set(text, now());
    warn(text);
  };
}

/** The SDK passes errors as JSON, with their stacks. */
function toMessage(text: string): string {
  if (!text.startsWith('{')) return text;
  try {
    const { message, code, name } = JSON.parse(text) as Readonly<Record<string, string | undefined>>;
    return [message ?? name, code].filter(Boolean).join(' ');
  } catch {
    return 'an unreadable error';
  }
}

/** The SDK quotes the values of headers that it cannot send, which may be tokens. */
const withoutSecrets = (text: string): string =>
  text.startsWith('Header "') ? text.replace(/ \(.*\) /s, ' ') : text;
