// A table field as plain rows of inputs. Empty rows at the end are for new lines; the button asks the server for more.
import type { FormInput } from '../view-models/form.js';
import { Control } from './control.js';
import { Below, describedBy, Errors, inputId, Mark } from '../controls/explained.js';
import { viewOf } from '../field-types/view-of.js';

export function LinesEditor({ input }: { input: FormInput }) {
  const { columns = [], rows = [], readOnly } = input;
  const id = inputId(input.key);
  return (
    <fieldset className="db-field" id={id} aria-describedby={describedBy(input)}>
      <legend className="form-label">
        {input.title}
        <Mark required={input.required} />
      </legend>
      <div className="db-lines-editor">
        <table className="table table-sm">
          <caption className="visually-hidden">{input.title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col">
                  {column.title}
                  <Mark required={column.required} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <Row key={row} cells={cells} row={row} titles={columns} readOnly={readOnly} />
            ))}
          </tbody>
        </table>
      </div>
      {!readOnly && (
        <div className="db-more-rows">
          <button className="btn btn-sm" type="submit" name="_rows" value="more">
            Add rows
          </button>
          <span className="form-hint">Empty rows are left out. To remove a row, empty it.</span>
        </div>
      )}
      <Below input={input} />
    </fieldset>
  );
}

const titleOf = ({ value, options }: FormInput): string =>
  value === '' ? '–' : (options?.items.find((choice) => choice.value === value)?.title ?? value);

interface LineRowProps {
  readonly cells: readonly FormInput[];
  readonly row: number;
  readonly titles: readonly { readonly key: string; readonly title: string }[];
  readonly readOnly?: boolean;
}

function Row({ cells, row, titles, readOnly }: LineRowProps) {
  return (
    <tr>
      {cells.map((cell, column) => {
        const title = titles[column]?.title ?? cell.title;
        return (
          <td key={cell.key} data-label={title} className={viewOf(cell).isProse ? 'db-cell-text' : undefined}>
            {readOnly || cell.readOnly ? (
              <span className="db-fixed">{titleOf(cell)}</span>
            ) : (
              <Control
                input={cell}
                id={inputId(cell.key)}
                label={`${title}, row ${row + 1}`}
                describedBy={cell.errors.length > 0 ? `${inputId(cell.key)}-errors` : undefined}
              />
            )}
            {cell.errors.length > 0 && <Errors id={`${inputId(cell.key)}-errors`} errors={cell.errors} />}
          </td>
        );
      })}
    </tr>
  );
}
