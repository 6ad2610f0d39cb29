import { exportDeliveries } from './export.ts';
import { listVerb } from './list.ts';
import { listenVerb } from './listen.ts';
import { replay } from './replay.ts';
import { show } from './show.ts';
import { signVerb } from './sign.ts';
import { stream } from './stream.ts';
import { trigger } from './trigger.ts';
import { verify } from './verify.ts';
import { waitVerb } from './wait.ts';

export const noun = {
  groups: {
    Receive: [listenVerb, waitVerb],
    Deliveries: [listVerb, show, replay, exportDeliveries],
    'Sign and test': [verify, signVerb, trigger],
    Share: [stream],
  },
};
