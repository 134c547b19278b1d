import { SECTION_TITLES } from './section-titles.js';
import { Fragment } from 'react';
import type {
  ChangedLine,
  SpecificationChanges as Props,
  SpecificationDifference,
} from '../view-models/specification.js';
import { useMessages } from '../messages/use-messages.js';
import type { MessageId } from '../messages/en/all.js';

export function SpecificationChanges({ meaning, words, lines, more, isGivenUp }: Props) {
  const t = useMessages();
  if (isGivenUp)
    return (
      <p className="db-note" role="note">
        {t.rich('specification.givenUp', { code: (words) => <code>{words}</code> })}
      </p>
    );
  return (
    <>
      <Meaning meaning={meaning} words={words} />
      {lines !== undefined && lines.length > 0 && (
        <details className="db-text-changes" open={meaning === undefined}>
          <summary>{t('specification.lineByLine')}</summary>
          <Lines lines={lines} />
          {more && <p className="db-later">{t('specification.moreLines')}</p>}
        </details>
      )}
      {lines === undefined && <p className="db-later">{t('specification.tooManyLines')}</p>}
    </>
  );
}

function Meaning({ meaning, words = [] }: Pick<Props, 'meaning' | 'words'>) {
  const t = useMessages();
  if (meaning === undefined)
    return (
      <p className="db-note" role="note">
        {t('specification.onlyTexts')}
      </p>
    );
  return (
    <>
      {meaning.length === 0 && (
        <p className="db-note" role="note">
          {words.length === 0 ? t('specification.same') : t('specification.onlyWords')}
        </p>
      )}
      {meaning.map((section) => (
        <section key={section.number} aria-labelledby={`changes-${section.number}`}>
          <h2 id={`changes-${section.number}`} className="db-section-title">
            <span className="db-section-number">{section.number}</span> {t(SECTION_TITLES[section.number])}
          </h2>
          <Sentences all={section.differences} />
        </section>
      ))}
      {words.length > 0 && (
        <section aria-labelledby="changes-words">
          <h2 id="changes-words" className="db-section-title">
            {t('specification.wordChanges')}
          </h2>
          <Sentences all={words} />
        </section>
      )}
    </>
  );
}

function Sentences({ all }: { all: readonly SpecificationDifference[] }) {
  const t = useMessages();
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
                <span className="db-place">{t('specification.line', { line })}</span>
              ) : (
                <a className="db-place" href={href}>
                  {t('specification.line', { line })}
                </a>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Backticks mark document text. */
function Quoted({ text }: { text: string }) {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) =>
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  );
}

const SIGNS: Readonly<Record<ChangedLine['kind'], string>> = { added: '+', gone: '−', same: ' ' };
const SPOKEN: Readonly<Record<ChangedLine['kind'], MessageId | undefined>> = {
  added: 'specification.added',
  gone: 'specification.gone',
  same: undefined,
};

function Spoken({ kind }: Pick<ChangedLine, 'kind'>) {
  const t = useMessages();
  const id = SPOKEN[kind];
  return id === undefined ? null : <span className="visually-hidden">{t(id)}</span>;
}

function Lines({ lines }: { lines: NonNullable<Props['lines']> }) {
  const t = useMessages();
  return (
    <div className="db-code db-diff" role="group" aria-label={t('specification.changedLines')}>
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
                <Spoken kind={kind} />
                {text}
              </code>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
