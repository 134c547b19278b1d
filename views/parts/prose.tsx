// Raw HTML stays text, and external images are not loaded.
import { LRUCache } from 'lru-cache';
import type { ReactElement } from 'react';
import Markdown, { type Components } from 'react-markdown';
import { useMessages } from '../messages/use-messages.js';

// Document headings start below the page's h1 and the section's h2.
const shapes: Components = {
  h1: 'h3',
  h2: 'h3',
  h3: 'h3',
  h4: 'h4',
  h5: 'h5',
  h6: 'h6',
  img: ({ alt }) => <>{alt}</>,
  table: ({ children }) => (
    <div className="table-responsive" tabIndex={0} role="region" aria-label="Table">
      <table className="table table-sm">{children}</table>
    </div>
  ),
};

const MAX_CACHED = 200;

const parsed = new LRUCache<string, ReactElement>({ max: MAX_CACHED });

export function Prose({ markdown }: { markdown: string }) {
  const known = parsed.get(markdown) ?? Markdown({ components: shapes, children: markdown });
  parsed.set(markdown, known);
  return <div className="db-prose">{known}</div>;
}

export function Help({ markdown }: { markdown: string | undefined }) {
  const t = useMessages();
  if (markdown === undefined || markdown.trim() === '') return null;
  return (
    <details className="db-help">
      <summary>{t('page.about')}</summary>
      <Prose markdown={markdown} />
    </details>
  );
}
