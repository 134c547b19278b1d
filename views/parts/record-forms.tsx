// The two small forms that stand on a record's own page: a comment, and whose turn it is.
import type { RecordPage } from '../view-models/record.js';
import { Errors } from '../controls/explained.js';
import { HiddenInputs } from './hidden-inputs.js';

export function CommentForm({ comment }: { comment: NonNullable<RecordPage['comment']> }) {
  const wrong = comment.errors.length > 0;
  return (
    <form className="db-comment" method="post" action={comment.action} id="comment">
      <HiddenInputs values={{ commandId: comment.commandId }} />
      <label className="form-label" htmlFor="f-text">
        Comment
      </label>
      <textarea
        className="form-control"
        id="f-text"
        name="text"
        rows={2}
        defaultValue={comment.value}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? 'f-text-errors' : undefined}
      />
      {wrong && <Errors id="f-text-errors" errors={comment.errors} />}
      <button className="btn" type="submit">
        Add comment
      </button>
    </form>
  );
}

export function AssignForm({
  assign,
  assignee,
  version,
}: {
  assign: NonNullable<RecordPage['assign']>;
  assignee: RecordPage['assignee'];
  version: number;
}) {
  const listed = assignee.id === null || assign.people.some(({ id }) => id === assignee.id);
  return (
    <details className="db-assign">
      <summary>Assign</summary>
      <form method="post" action={assign.action}>
        <HiddenInputs values={{ commandId: assign.commandId, seen: String(version) }} />
        <label className="visually-hidden" htmlFor="f-to">
          Assign to
        </label>
        <select className="form-select" id="f-to" name="to" defaultValue={assignee.id ?? ''}>
          <option value="">nobody</option>
          {!listed && assignee.id !== null && <option value={assignee.id}>{assignee.name}</option>}
          {assign.people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <button className="btn" type="submit">
          Save
        </button>
      </form>
    </details>
  );
}
