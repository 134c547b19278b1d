// Markdown of a specification as HTML. Raw HTML in it stays text; pictures from elsewhere are not loaded.
import Markdown, { type Components } from 'react-markdown';

// Headings of the document hang below the page's own h1 and the section's h2.
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

export function Prose({ markdown }: { markdown: string }) {
  return (
    <div className="db-prose">
      <Markdown components={shapes}>{markdown}</Markdown>
    </div>
  );
}

/** What a page is about, folded away: whoever needs it opens it. */
export function Help({ markdown }: { markdown: string | undefined }) {
  if (markdown === undefined || markdown.trim() === '') return null;
  return (
    <details className="db-help">
      <summary>About this page</summary>
      <Prose markdown={markdown} />
    </details>
  );
}
