// Page: two versions of a specification, compared by what they mean and by their text.
import { Document } from '../frame/document.js';
import { PageHeading } from '../parts/page-heading.js';
import { SpecificationChanges } from '../parts/specification-changes.js';
import type { SpecificationChangesPage as Props } from '../view-models/specification.js';

export function SpecificationChangesPage({ frame, name, back, action, from, to, versions, changes }: Props) {
  return (
    <Document frame={frame}>
      <PageHeading
        heading={name}
        below={
          versions.length === 1
            ? 'Only one version has been published: there is nothing to compare it with'
            : `What version ${to} changes in version ${from}`
        }
        back={back}
      />
      {versions.length > 1 && (
        <>
          <form className="db-compare" method="get" action={action}>
            <Chosen name="from" label="From version" value={from} versions={versions} />
            <Chosen name="to" label="to version" value={to} versions={versions} />
            <button className="btn" type="submit">
              Compare
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
