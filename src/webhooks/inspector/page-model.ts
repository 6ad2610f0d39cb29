import { type Delivery, isAccepted } from '../delivery.ts';
import { factsOf } from '../event.ts';
import { filterValuesOf } from '../filter.ts';

/** Longest sender text in the list, in characters; the detail shows all of it. */
const longestText = 200;
const mostValues = 20;

/** A delivery as a line of the page's list. */
export type Summary = Readonly<ReturnType<typeof summaryOf>>;

/** A delivery with its headers and bytes (base64), for the page. @public */
export type Detail = ReturnType<typeof detailOf>;

/** Returns the line of a delivery in the list; texts of the sender are cut. */
export function summaryOf(delivery: Delivery, earlier: boolean) {
  const facts = factsOf(delivery.notification);
  const { id, at, reason, status, trigger, verdict, verified } = delivery;
  const { message, run, runStatus, runUpdatedAt, workspace, workspaceName } = facts;
  const values = Object.entries(filterValuesOf(delivery, facts)).map(
    ([key, texts]) => [key, texts.slice(0, mostValues).map(cut)] as const,
  );
  return {
    ...{ id, at, verdict, verified, status },
    /** True if an earlier listener received the delivery. */
    earlier,
    /** True if verified or allowed unsigned: its state of a run may be drawn. */
    accepted: isAccepted(delivery),
    ...{ trigger: cut(trigger), run: cut(run), runStatus: cut(runStatus), runUpdatedAt: cut(runUpdatedAt) },
    ...{ message: cut(message), workspace: cut(workspaceName ?? workspace), reason },
    /** Values that a `key=value` filter compares with. */
    values: Object.fromEntries(values) as Readonly<Record<string, readonly string[]>>,
  };
}

/** Returns the detail of a delivery. */
export function detailOf(delivery: Delivery) {
  const { id, at, verdict, verified, status, cause, reason, signedWith, method, path, marks } = delivery;
  const { body, headers, notification } = delivery;
  const { trigger, run, runUrl, runMessage, message, organization, workspace, workspaceName } = factsOf(notification);
  return {
    ...{ id, at, verdict, verified, status, cause, reason, signedWith, method, path, marks },
    ...{ trigger, run, runUrl, runMessage, message, organization, workspace: workspaceName ?? workspace },
    ...{ answer: delivery.answer, headers, bytes: body.toString('base64'), notification },
  };
}

function cut<Text extends string | null>(text: Text): Text {
  return (text !== null && text.length > longestText ? `${text.slice(0, longestText)}…` : text) as Text;
}
