import { type Delivery, isAccepted } from '../delivery.ts';
import { factsOf } from '../event.ts';
import { filterValuesOf } from '../filter.ts';

/** Of a text that a sender chose, in a list of many; the whole of it is in the detail. */
const longestText = 200;
const mostValues = 20;

/** A delivery as a line of the page's list. */
export type Summary = Readonly<ReturnType<typeof summaryOf>>;

/** All of a delivery, its bytes in base64, for the page. @public */
export type Detail = ReturnType<typeof detailOf>;

/** @returns the line of the list; what a sender chose is cut to a bearable length */
export function summaryOf(delivery: Delivery, earlier: boolean) {
  const facts = factsOf(delivery.notification);
  const { id, at, reason, status, trigger, verdict, verified } = delivery;
  const { message, run, runStatus, runUpdatedAt, workspace, workspaceName } = facts;
  const values = Object.entries(filterValuesOf(delivery, facts)).map(
    ([key, found]) => [key, found.slice(0, mostValues).map(cut)] as const,
  );
  return {
    ...{ id, at, verdict, verified, status },
    /** Of a listener before this one. */
    earlier,
    /** Verified, or allowed unsigned: its claims about a run may be drawn. */
    accepted: isAccepted(delivery),
    ...{ trigger: cut(trigger), run: cut(run), runStatus: cut(runStatus), runUpdatedAt: cut(runUpdatedAt) },
    ...{ message: cut(message), workspace: cut(workspaceName ?? workspace), reason },
    /** What a filter's `key=value` finds here. */
    values: Object.fromEntries(values) as Readonly<Record<string, readonly string[]>>,
  };
}

/** @returns everything about a delivery */
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
