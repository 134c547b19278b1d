import type { IncomingMessage } from 'node:http';

/** What was sent, until a text has come. */
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
