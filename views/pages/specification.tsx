// Page: the specification an application runs by: prose and rules, section by section, each line with an address.
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { IconDownload } from '../icons.js';
import { PageHeading } from '../parts/page-heading.js';
import { Prose } from '../parts/prose.js';
import { SourceLines } from '../parts/source-lines.js';
import type { SpecificationPage as Props } from '../view-models/specification.js';
import { When } from '../parts/when.js';

export function SpecificationPage(props: Props) {
  const { frame, name, version, sections, later, source, changes, constants, publish, empty } = props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading={name} below={`Specification, version ${version}`}>
        <a className="btn" href={source} download="">
          <IconDownload size={18} aria-hidden />
          Document
        </a>
        {changes !== undefined && (
          <a className="btn" href={changes}>
            Compare versions
          </a>
        )}
        {constants !== undefined && (
          <a className="btn" href={constants}>
            Constants
          </a>
        )}
        {publish !== undefined && (
          <a className="btn btn-primary" href={publish}>
            Publish the next version
          </a>
        )}
      </PageHeading>
      {empty && <Invitation publish={publish} />}
      <div className="db-specification">
        <nav className="db-contents" aria-label="Sections">
          <ol>
            {sections.map((section) => (
              <li key={section.number}>
                <a href={`#section-${section.number}`} className={section.shown ? undefined : 'db-not-shown'}>
                  <span className="db-section-number">{section.number}</span>
                  {section.heading}
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
  return (
    <div className="alert alert-info" role="note">
      <div>
        <p className="alert-heading">Nothing is specified yet.</p>
        <p className="mb-0">
          The application has this page and its audit timeline.{' '}
          {publish === undefined ? (
            'An admin publishes the next version.'
          ) : (
            <>
              Write what is missing and <a href={publish}>publish the next version</a>: start with section 3,
              the entities.
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function SectionShown({ section }: { section: Props['sections'][number] }) {
  const { number, heading, shown, content, line } = section;
  return (
    <section className="db-spec-section" aria-labelledby={`section-${number}`}>
      <h2 id={`section-${number}`}>
        <span className="db-section-number" id={`line-${line}`}>
          {number}
        </span>{' '}
        {heading}
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
              label={`Rules of section ${number}`}
            />
          ),
        )
      ) : (
        <p className="db-none">not shown</p>
      )}
    </section>
  );
}

function Later({ later }: { later: Props['later'] }) {
  return (
    <section className="card db-later-list" aria-labelledby="later">
      <h2 id="later">Declared, but run later</h2>
      <p>This version of Daybook checks these and keeps them, but does not run them yet.</p>
      <ul>
        {later.map(({ what, meanwhile, section, line }) => (
          <li key={`${line} ${what}`}>
            {what}
            {meanwhile !== undefined && `; ${meanwhile}`}{' '}
            <a href={`#line-${line}`}>
              §{section}, line {line}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ versions, version, formats }: Props & { formats: Formats }) {
  return (
    <section className="db-versions" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ol reversed>
        {versions.map((each) => (
          <li key={each.version}>
            <a href={each.href} aria-current={each.version === version ? 'page' : undefined}>
              Version {each.version}
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
