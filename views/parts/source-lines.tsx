import { type ReactNode } from 'react';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

interface Props {
  readonly source: string;
  readonly first: number;
  readonly label: string;
}

export function SourceLines({ source, first, label }: Props) {
  const t = useMessages();
  const lines = source.replace(/\n$/, '').split('\n');
  return (
    <pre className="db-code db-numbered" aria-label={label} role="group">
      {lines.map((line, index) => sourceLine(t, line, first + index))}
    </pre>
  );
}

/** `marked`: columns of problems. */
export function sourceLine(t: Translate, line: string, number: number, wrong = false): ReactNode {
  return (
    <span key={number} id={`line-${number}`} className={wrong ? 'db-line db-line-wrong' : 'db-line'}>
      <a
        href={`#line-${number}`}
        className="db-line-number"
        aria-label={t('publish.lineNumber', { line: number })}
      >
        {number}
      </a>
      <code>
        {coloured(line)}
        {'\n'}
      </code>
    </span>
  );
}

const KEY = /^(\s*(?:- )?)([^\s#"'{[][^:#{[]*|"[^"]*")(:)(?=\s|$)(.*)$/s;

function coloured(line: string): ReactNode {
  if (/^\s*#/.test(line)) return <span className="db-comment-text">{line}</span>;
  const match = KEY.exec(line);
  if (!match) return line;
  const [, indent, key, colon, rest] = match;
  return (
    <>
      {indent}
      <b>{key}</b>
      {colon}
      {rest}
    </>
  );
}
