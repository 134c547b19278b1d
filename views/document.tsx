// Around every page: head, header, notice, main, footer.
import { type ReactNode } from 'react';
import { type Frame } from './view-models.js';

export function Document({ frame, children }: { frame: Frame; children: ReactNode }) {
  return (
    <html lang={frame.locale} data-bs-theme={frame.appearance}>
      <head>
        <meta charSet="utf-8" />
        <title>{frame.title}</title>
        <link rel="stylesheet" href="/assets/daybook.css" />
      </head>
      <body>
        <main id="main">{children}</main>
      </body>
    </html>
  );
}
