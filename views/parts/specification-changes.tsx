// What another version of a specification changes: in sentences, and line by line.
import { Fragment } from 'react';
import type {
  ChangedLine,
  SpecificationChanges as Props,
  SpecificationDifference,
} from '../view-models/specification.js';

export function SpecificationChanges({ meaning, words, lines, more, isGivenUp }: Props) {
  if (isGivenUp)
    return (
      <p className="db-note" role="note">
        Comparing these two takes too long here. Compare them again later, or download both documents and
        compare them with <code>daybook diff</code>.
      </p>
    );
  return (
    <>
      <Meaning meaning={meaning} words={words} />
      {lines !== undefined && lines.length > 0 && (
        <details className="db-text-changes" open={meaning === undefined}>
          <summary>The text, line by line</summary>
          <Lines lines={lines} />
          {more && (
            <p className="db-later">
              There is more than fits on a page. Download both documents to compare them.
            </p>
          )}
        </details>
      )}
      {lines === undefined && (
        <p className="db-later">
          Too many lines changed to compare the texts line by line. Download both documents to compare them.
        </p>
      )}
    </>
  );
}

function Meaning({ meaning, words = [] }: Pick<Props, 'meaning' | 'words'>) {
  if (meaning === undefined)
    return (
      <p className="db-note" role="note">
        One of the two is not a specification that this version of Daybook runs. Only the texts can be
        compared.
      </p>
    );
  return (
    <>
      {meaning.length === 0 && (
        <p className="db-note" role="note">
          {words.length === 0
            ? 'Both mean the same.'
            : 'Both do the same; only what things are called differs.'}
        </p>
      )}
      {meaning.map((section) => (
        <section key={section.number} aria-labelledby={`changes-${section.number}`}>
          <h2 id={`changes-${section.number}`} className="db-section-title">
            <span className="db-section-number">{section.number}</span> {section.heading}
          </h2>
          <Sentences all={section.differences} />
        </section>
      ))}
      {words.length > 0 && (
        <section aria-labelledby="changes-words">
          <h2 id="changes-words" className="db-section-title">
            Only called, explained or ordered otherwise
          </h2>
          <Sentences all={words} />
        </section>
      )}
    </>
  );
}

function Sentences({ all }: { all: readonly SpecificationDifference[] }) {
  return (
    <ul className="card db-differences">
      {all.map(({ about, sentence, line, href }, index) => (
        <li key={index}>
          {about.length > 0 && <b>{about.join(' › ')}: </b>}
          <Quoted text={sentence} />
          {line !== undefined && (
            <>
              {' '}
              {href === undefined ? (
                <span className="db-place">line {line}</span>
              ) : (
                <a className="db-place" href={href}>
                  line {line}
                </a>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What stands between backticks is from the document. */
function Quoted({ text }: { text: string }) {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) =>
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  );
}

const SIGNS: Readonly<Record<ChangedLine['kind'], string>> = { added: '+', gone: '−', same: ' ' };
const SAID: Readonly<Record<ChangedLine['kind'], string>> = { added: 'new: ', gone: 'gone: ', same: '' };

function Lines({ lines }: { lines: NonNullable<Props['lines']> }) {
  return (
    <div className="db-code db-diff" role="group" aria-label="Lines that changed">
      {lines.map((hunk, index) => (
        <div key={index} className="db-hunk">
          {hunk.map(({ kind, text, before, after }, at) => (
            <div key={at} className={`db-diff-line db-diff-${kind}`}>
              <span className="db-line-number" aria-hidden>
                {after ?? before}
              </span>
              <span className="db-diff-sign" aria-hidden>
                {SIGNS[kind]}
              </span>
              <code>
                {SAID[kind] !== '' && <span className="visually-hidden">{SAID[kind]}</span>}
                {text}
              </code>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
