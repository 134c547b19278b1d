import type { IncomingMessage } from 'node:http';

/** Everything received until the text. */
export function readUntil(response: IncomingMessage, wanted: string): Promise<string> {
  let sent = '';
  response.setEncoding('utf8');
  return new Promise((resolve) => {
    response.on('data', (chunk: string) => {
      sent += chunk;
      if (sent.includes(wanted)) resolve(sent);
    });
  });
}
