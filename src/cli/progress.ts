// Progress of long work, on stderr: a line that renews itself on a terminal, a line now and then in a log.
const REDRAW = 200;
const LOG_EVERY = 10_000;

export interface Progress {
  at(done: number, total: number): void;
  end(): void;
}

/** `what` was done to how many `things`: “imported 120 of 1,434 traces (85/s, 15 s left)”. */
export function progress(what: string, things: string, out: NodeJS.WriteStream = process.stderr): Progress {
  const started = performance.now();
  const every = out.isTTY ? REDRAW : LOG_EVERY;
  let last = started;
  let shown = false;
  return {
    at(done, total) {
      const now = performance.now();
      if (now - last < every) return;
      last = now;
      const text = line(what, things, { done, total, seconds: (now - started) / 1000 });
      out.write(out.isTTY ? `\r\x1b[2K${text}` : `${text}\n`);
      shown = true;
    },
    end() {
      if (shown && out.isTTY) out.write('\r\x1b[2K');
    },
  };
}

interface Reached {
  readonly done: number;
  readonly total: number;
  readonly seconds: number;
}

export function line(what: string, things: string, { done, total, seconds }: Reached): string {
  const rate = done / Math.max(seconds, 0.001);
  const left = rate > 0 ? Math.ceil(Math.max(0, total - done) / rate) : Infinity;
  const number = (value: number) => Math.round(value).toLocaleString('en');
  const time = left === Infinity ? '' : `, ${left >= 120 ? `${Math.ceil(left / 60)} min` : `${left} s`} left`;
  return `${what} ${number(done)} of ${number(total)} ${things} (${number(rate)}/s${time})`;
}
