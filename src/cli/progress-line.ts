// On stderr: one renewed line on a terminal, occasional lines in a log.
const REDRAW = 200;
const LOG_EVERY = 10_000;

export interface ProgressLine {
  show(text: string): void;
  end(): void;
}

export function openProgressLine(out: NodeJS.WriteStream = process.stderr): ProgressLine {
  const every = out.isTTY ? REDRAW : LOG_EVERY;
  let last = performance.now();
  let shown = false;
  return {
    show(text) {
      const now = performance.now();
      if (now - last < every) return;
      last = now;
      out.write(out.isTTY ? `\r\x1b[2K${text}` : `${text}\n`);
      shown = true;
    },
    end() {
      if (shown && out.isTTY) out.write('\r\x1b[2K');
    },
  };
}

interface ProgressState {
  readonly done: number;
  readonly total: number;
  /** Per second. */
  readonly rate: number;
}

/** “imported 120 of 1,434 traces (85/s, 15 s left)” */
export function formatProgress(what: string, things: string, { done, total, rate }: ProgressState): string {
  const number = (value: number) => Math.round(value).toLocaleString('en');
  return `${what} ${number(done)} of ${number(total)} ${things} (${number(rate)}/s${timeLeft(total - done, rate)})`;
}

/** “copied 1,200 events, 34 % (85/s, 15 s left)”. `share`: 0 to 1. */
export function formatShareProgress(
  what: string,
  things: string,
  { done, share, rate }: { readonly done: number; readonly share: number; readonly rate: number },
): string {
  const left = share > 0 ? timeLeft(done / share - done, rate) : '';
  const number = (value: number) => Math.round(value).toLocaleString('en');
  return `${what} ${number(done)} ${things}, ${Math.floor(share * 100)} % (${number(rate)}/s${left})`;
}

function timeLeft(things: number, rate: number): string {
  if (rate <= 0) return '';
  const seconds = Math.ceil(Math.max(0, things) / rate);
  return seconds >= 120 ? `, ${Math.ceil(seconds / 60)} min left` : `, ${seconds} s left`;
}
