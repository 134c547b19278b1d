// Works without scripts; the island edits rows in place.
import type { FormInput } from '../view-models/form.js';
import type { Formats } from '../format.js';
import type { DisplayValue } from '../view-models/display-value.js';
import { Control } from './control.js';
import {
  InputHelpAndErrors,
  listDescriptionIds,
  InputErrorList,
  inputId,
  RequiredMark,
} from '../controls/input-help-and-errors.js';
import { getFieldView } from '../field-types/get-field-view.js';
import { IconCopy, IconRemove } from '../icons.js';
import { renderInCell } from './display-value.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly input: FormInput;
  readonly formats: Formats;
}

export function LinesEditor({ input, formats }: Props) {
  const t = useMessages();
  const { key, rows = [], totals, readOnly, mostRows } = input;
  const id = inputId(key);
  return (
    <fieldset
      className="db-field"
      id={id}
      tabIndex={-1}
      aria-describedby={listDescriptionIds(input)}
      data-lines={readOnly ? undefined : key}
      data-most={mostRows}
    >
      <legend className="form-label">
        {input.title}
        <RequiredMark required={input.required} neededFor={input.neededFor} />
      </legend>
      <div className="db-lines-editor">
        <table className="table table-sm">
          <caption className="visually-hidden">{input.title}</caption>
          <Head table={input} />
          <tbody>
            {rows.map((cells, row) => (
              <Row key={row} table={input} cells={cells} row={row} formats={formats} />
            ))}
          </tbody>
          {totals && <Totals table={input} formats={formats} />}
        </table>
      </div>
      {!readOnly && (
        <div className="db-more-rows">
          <button className="btn btn-sm" type="submit" name="_rows" value={`add ${key}`}>
            {t('lines.add')}
          </button>
          <span className="form-hint">
            {t('lines.emptyLeftOut')} <span data-paste />
          </span>
          <span className="db-rows-status">
            <span role="status" data-status />
          </span>
        </div>
      )}
      <InputHelpAndErrors input={input} />
    </fieldset>
  );
}

function Head({ table: { columns = [], totals, readOnly } }: { table: FormInput }) {
  const t = useMessages();
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t('lines.row')}</span>
        </th>
        {columns.map((column) => (
          <th key={column.key} scope="col">
            {column.title}
            <RequiredMark required={column.required} />
          </th>
        ))}
        {totals?.columns.map((column) => (
          <th key={column.key} scope="col" className="text-end">
            {column.title}
          </th>
        ))}
        {!readOnly && (
          <th scope="col">
            <span className="visually-hidden">{t('lines.change')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

const titleOf = ({ value, options }: FormInput): string =>
  value === '' ? '–' : (options?.items.find((choice) => choice.value === value)?.title ?? value);

interface LineRowProps {
  readonly table: FormInput;
  readonly cells: readonly FormInput[];
  readonly row: number;
  readonly formats: Formats;
}

function Row({ table, cells, row, formats }: LineRowProps) {
  const t = useMessages();
  const { columns = [], totals, readOnly } = table;
  return (
    <tr>
      <th scope="row" className="db-row-number">
        <span className="db-row-word">{t('lines.row')} </span>
        {row + 1}
      </th>
      {cells.map((cell, column) => (
        <Cell
          key={cell.key}
          cell={cell}
          row={row}
          title={columns[column]?.title ?? cell.title}
          readOnly={readOnly}
        />
      ))}
      {totals?.columns.map(({ key, title }, index) => (
        <td key={key} className="db-number db-line-total" data-label={title} data-total={`${row}.${key}`}>
          {written(totals.rows[row]?.[index], formats)}
        </td>
      ))}
      {!readOnly && <RowTools table={table.key} row={row} />}
    </tr>
  );
}

interface CellProps {
  readonly cell: FormInput;
  readonly row: number;
  readonly title: string;
  readonly readOnly?: boolean;
}

function Cell({ cell, row, title, readOnly }: CellProps) {
  const t = useMessages();
  const errors = `${inputId(cell.key)}-errors`;
  return (
    <td data-label={title} className={getFieldView(cell).isProse ? 'db-cell-text' : undefined}>
      {readOnly || cell.readOnly ? (
        <span className="db-fixed">{titleOf(cell)}</span>
      ) : (
        <Control
          input={cell}
          id={inputId(cell.key)}
          label={t('lines.cell', { title, row: row + 1 })}
          describedBy={cell.errors.length > 0 ? errors : undefined}
        />
      )}
      {cell.errors.length > 0 && <InputErrorList id={errors} errors={cell.errors} />}
    </td>
  );
}

function RowTools({ table, row }: { readonly table: string; readonly row: number }) {
  const t = useMessages();
  const tools = [
    ['duplicate', 'lines.duplicate', 'lines.duplicateRow', IconCopy],
    ['remove', 'lines.remove', 'lines.removeRow', IconRemove],
  ] as const;
  return (
    <td className="db-row-tools">
      {tools.map(([what, title, label, Icon]) => (
        <button
          key={what}
          className="btn btn-sm"
          type="submit"
          name="_rows"
          value={`${what} ${table}.${row}`}
          aria-label={t(label, { row: row + 1 })}
          title={t(title)}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </td>
  );
}

function Totals({ table: { totals, readOnly }, formats }: { table: FormInput; formats: Formats }) {
  const t = useMessages();
  const { below, all, columns } = totals!;
  const before = below.findIndex((sum) => sum !== null);
  const sums = before < 0 ? [] : below.slice(before);
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={1 + (before < 0 ? below.length : before)}>
          {t('value.total')}
        </th>
        {sums.map((sum, index) => (
          <td key={index} className="db-number" data-total={sum ? sum.key : undefined}>
            {sum && written(sum, formats)}
          </td>
        ))}
        {all.map((sum, index) => (
          <td
            key={sum.key}
            className="db-number"
            data-label={columns[index]!.title}
            data-total={columns[index]!.key}
          >
            {written(sum, formats)}
          </td>
        ))}
        {!readOnly && <td />}
      </tr>
    </tfoot>
  );
}

const written = (shown: DisplayValue | undefined, formats: Formats) =>
  shown === undefined || shown.value === null ? '–' : renderInCell(shown, formats);
