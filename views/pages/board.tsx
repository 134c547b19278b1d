// Page: board.
import { Document } from '../document.js';
import { type BoardPage as Props } from '../view-models.js';

export function BoardPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
