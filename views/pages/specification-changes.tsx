import { Document } from '../frame/document.js';
import { PageHeading } from '../parts/page-heading.js';
import { SpecificationChanges } from '../parts/specification-changes.js';
import type { SpecificationChangesPage as Props } from '../view-models/specification.js';
import { useMessages } from '../messages/use-messages.js';

export function SpecificationChangesPage({ frame, name, back, action, from, to, versions, changes }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame}>
      <PageHeading
        heading={name}
        below={
          versions.length === 1 ? t('specification.onlyOne') : t('specification.changesBetween', { from, to })
        }
        back={back}
      />
      {versions.length > 1 && (
        <>
          <form className="db-compare" method="get" action={action}>
            <Chosen name="from" label={t('specification.fromVersion')} value={from} versions={versions} />
            <Chosen name="to" label={t('specification.toVersion')} value={to} versions={versions} />
            <button className="btn" type="submit">
              {t('specification.compareThese')}
            </button>
          </form>
          <SpecificationChanges {...changes} />
        </>
      )}
    </Document>
  );
}

function Chosen({
  name,
  label,
  value,
  versions,
}: {
  name: string;
  label: string;
  value: number;
  versions: readonly number[];
}) {
  return (
    <label className="db-compare-version">
      {label}
      <select className="form-select" name={name} defaultValue={value}>
        {versions.map((version) => (
          <option key={version}>{version}</option>
        ))}
      </select>
    </label>
  );
}
