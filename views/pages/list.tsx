// Page: list.
import { Document } from '../document.js';
import { type ListPage as Props } from '../view-models.js';

export function ListPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
