// Page: the specification an application runs by: prose and rules, section by section, each line with an address.
import { SECTION_TITLES } from '../parts/section-titles.js';
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { IconDownload } from '../icons.js';
import { PageHeading } from '../parts/page-heading.js';
import { Prose } from '../parts/prose.js';
import { SourceLines } from '../parts/source-lines.js';
import type { SpecificationPage as Props } from '../view-models/specification.js';
import { When } from '../parts/when.js';
import { useMessages } from '../messages/use-messages.js';

export function SpecificationPage(props: Props) {
  const t = useMessages();
  const { frame, name, version, sections, later, source, changes, constants, publish, empty } = props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading={name} below={t('specification.version', { version })}>
        <a className="btn" href={source} download="">
          <IconDownload size={18} aria-hidden />
          {t('publish.document')}
        </a>
        {changes !== undefined && (
          <a className="btn" href={changes}>
            {t('specification.compare')}
          </a>
        )}
        {constants !== undefined && (
          <a className="btn" href={constants}>
            {t('specification.constants')}
          </a>
        )}
        {publish !== undefined && (
          <a className="btn btn-primary" href={publish}>
            {t('specification.publishNext')}
          </a>
        )}
      </PageHeading>
      {empty && <Invitation publish={publish} />}
      <div className="db-specification">
        <nav className="db-contents" aria-label={t('specification.sections')}>
          <ol>
            {sections.map((section) => (
              <li key={section.number}>
                <a href={`#section-${section.number}`} className={section.shown ? undefined : 'db-not-shown'}>
                  <span className="db-section-number">{section.number}</span>
                  {t(SECTION_TITLES[section.number])}
                </a>
              </li>
            ))}
          </ol>
          <Versions {...props} formats={formats} />
        </nav>
        <div className="db-sections">
          {later.length > 0 && <Later later={later} />}
          {sections.map((section) => (
            <SectionShown key={section.number} section={section} />
          ))}
        </div>
      </div>
    </Document>
  );
}

function Invitation({ publish }: { publish: string | undefined }) {
  const t = useMessages();
  return (
    <div className="alert alert-info" role="note">
      <div>
        <p className="alert-heading">{t('specification.empty')}</p>
        <p className="mb-0">
          {publish === undefined
            ? t('specification.emptyHint')
            : t.rich('specification.emptyInvitation', { link: (words) => <a href={publish}>{words}</a> })}
        </p>
      </div>
    </div>
  );
}

function SectionShown({ section }: { section: Props['sections'][number] }) {
  const t = useMessages();
  const { number, shown, content, line } = section;
  return (
    <section className="db-spec-section" aria-labelledby={`section-${number}`}>
      <h2 id={`section-${number}`}>
        <span className="db-section-number" id={`line-${line}`}>
          {number}
        </span>{' '}
        {t(SECTION_TITLES[number])}
      </h2>
      {shown ? (
        content.map((part) =>
          part.kind === 'prose' ? (
            <div key={part.line} id={`line-${part.line}`}>
              <Prose markdown={part.markdown} />
            </div>
          ) : (
            <SourceLines
              key={part.line}
              source={part.source}
              first={part.line}
              label={t('specification.rulesOf', { section: number })}
            />
          ),
        )
      ) : (
        <p className="db-none">{t('specification.notShown')}</p>
      )}
    </section>
  );
}

function Later({ later }: { later: Props['later'] }) {
  const t = useMessages();
  return (
    <section className="card db-later-list" aria-labelledby="later">
      <h2 id="later">{t('specification.later')}</h2>
      <p>{t('specification.laterHint')}</p>
      <ul>
        {later.map(({ what, meanwhile, section, line }) => (
          <li key={`${line} ${what}`}>
            {what}
            {meanwhile !== undefined && `; ${meanwhile}`}{' '}
            <a href={`#line-${line}`}>{t('specification.place', { section, line })}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ versions, version, formats }: Props & { formats: Formats }) {
  const t = useMessages();
  return (
    <section className="db-versions" aria-labelledby="versions">
      <h2 id="versions">{t('specification.versions')}</h2>
      <ol reversed>
        {versions.map((each) => (
          <li key={each.version}>
            <a href={each.href} aria-current={each.version === version ? 'page' : undefined}>
              {t('specification.versionNumber', { version: each.version })}
            </a>
            <span>
              {each.by}, <When at={each.at} formats={formats} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
