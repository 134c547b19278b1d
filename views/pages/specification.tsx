import type { ReactNode } from 'react';
import { ProcessMap } from '../parts/process-map.js';
import { SECTION_TITLES } from '../parts/section-titles.js';
import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { IconDownload } from '../icons.js';
import { PageHeading } from '../parts/page-heading.js';
import { Prose } from '../parts/prose.js';
import { SourceLines } from '../parts/source-lines.js';
import type { SpecificationPage as Props } from '../view-models/specification.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';

const STATES = 4;

export function SpecificationPage(props: Props) {
  const t = useMessages();
  const {
    frame,
    name,
    version,
    sections,
    later,
    source,
    changes,
    constants,
    publish,
    empty,
    exportApplication,
  } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
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
        {exportApplication !== undefined && (
          <a className="btn" href={exportApplication}>
            {t('specification.export')}
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
          <Maps {...props} />
          <Versions {...props} formats={formats} />
        </nav>
        <div className="db-sections">
          {later.length > 0 && <Later later={later} />}
          {sections.map((section) => (
            <SectionShown key={section.number} section={section}>
              {section.number === STATES && <Lifecycles {...props} />}
            </SectionShown>
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

function Lifecycles({ lifecycles }: Pick<Props, 'lifecycles'>) {
  const t = useMessages();
  return lifecycles.map(({ entity, figure, isWhole }) => (
    <div key={entity}>
      <h3>{entity}</h3>
      <div className="db-lifecycle" tabIndex={0} role="group" aria-label={figure.label}>
        <ProcessMap figure={figure} direction="down" />
      </div>
      {!isWhole && <p className="db-none">{t('map.usualStates')}</p>}
    </div>
  ));
}

function SectionShown({ section, children }: { section: Props['sections'][number]; children?: ReactNode }) {
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
      {shown && children}
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

function Maps({ maps }: Pick<Props, 'maps'>) {
  const t = useMessages();
  if (maps.length === 0) return null;
  return (
    <section className="db-versions" aria-labelledby="maps">
      <h2 id="maps">{t('map.maps')}</h2>
      <ul>
        {maps.map(({ title, href }) => (
          <li key={href}>
            <a href={href}>{title}</a>
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
              {each.by}, <Timestamp at={each.at} formats={formats} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
