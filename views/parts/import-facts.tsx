import type { Formats } from '../format.js';
import type { ApplicationImportPage } from '../view-models/archive.js';
import { useMessages } from '../messages/use-messages.js';
import { Timestamp } from './timestamp.js';
import type { ReactNode } from 'react';

interface Props {
  readonly content: NonNullable<ApplicationImportPage['content']>;
  readonly isWhole: boolean;
  readonly formats: Formats;
}

export function ImportFacts({ content, isWhole, formats }: Props) {
  const t = useMessages();
  const { version, exportedAt, daybook, events, people, files, missingFiles, size, sha256 } = content;
  return (
    <section aria-labelledby="content" className="mt-3">
      <h2 id="content" className="db-section-title">
        {t('archive.content')}
      </h2>
      <dl className="card db-facts mt-0">
        <Fact title={t('archive.version')}>{version}</Fact>
        <Fact title={t('archive.exportedAt')}>
          <Timestamp at={exportedAt} formats={formats} />
        </Fact>
        <Fact title={t('archive.daybook')}>{daybook}</Fact>
        <Fact title={t('archive.events')}>{formats.count(events)}</Fact>
        <Fact title={t('archive.people')}>{formats.count(people)}</Fact>
        <Fact title={t('archive.files')}>
          {missingFiles === 0
            ? formats.count(files)
            : t('archive.filesMissing', {
                files: formats.count(files),
                missing: formats.count(missingFiles),
              })}
        </Fact>
        <Fact title={t('archive.size')}>{size}</Fact>
        <Fact title={t('archive.sha256')}>
          <code>{sha256}</code>
        </Fact>
      </dl>
      {isWhole && (
        <p className="db-later mt-2">
          {t('archive.whole')} {t('archive.compare')}
        </p>
      )}
    </section>
  );
}

export const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);
