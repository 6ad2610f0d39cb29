import { filterNotes } from '../../webhooks/filter.ts';

export const listenNotes = `A listener is a server that receives webhooks, the requests that the service sends when a run changes state, and verifies their signatures. A
received request is a delivery.

Each delivery is verified, stored in the journal (svc webhook list), and answered with 204, or with 401 and the reason if its signature does not
match. The service must reach the listener: in the same network (--host), or through a reverse proxy or a tunnel (ssh -R) whose URL is
--public-url. With --allow-unsigned, an unsigned request must be addressed to a Host of the listener, this machine or that URL, and must not
come from a page in a browser; otherwise the response is 403.

GET /-/healthy returns 200 without a token, and is not recorded.

--create creates a notification configuration for this listener, with all triggers and a new token (or the given one), and deletes it at
the end, also after Ctrl-C, SIGTERM and SIGHUP. If a run is killed, the next one in the same workspace deletes its configuration. The service
verifies the listener first (exit 8 if that fails). --status does not apply to the verification, --count does not count it, --forward
forwards it. --keep keeps the configuration, and stores a new token in the profile: svc webhook listen --notification ID.

-o ndjson prints {"event":"listening","url":...} first, with --create then {"event":"created","id":...}, then one object per delivery.
--filter selects the deliveries that are shown, counted, executed and forwarded; the journal stores all. Only accepted deliveries are
executed and forwarded. A delivery that the journal cannot store is answered 500 and shown, but not counted, executed or forwarded until the
sender repeats it. A verified delivery that its sender repeats is marked as repeated, with the id of the first. ${filterNotes}

--forward passes bytes and headers on, and the response back: at once, whatever its status, with Retry-After, and of a body above 1 MiB the
first part. Only a request that cannot have arrived is sent again (three attempts). The limit for all is 8 seconds, because the service
waits for 10 (--timeout sets another one); without a response the sender gets 502. Redirects are not followed. --header adds a header, with a
secret from a file (--header "Authorization: @gate.txt") or a variable (--header "X-Api-Key: env:GATE_KEY").

--exec withholds from its command: SVC_TOKEN*, TF_TOKEN*, the tokens of this run, proxy credentials, variables whose name suggests a secret
(GITHUB_PAT, DB_PASSWORD), and those with a password in a URL. --exec-env NAME passes one. A command has no time limit unless
--exec-timeout sets one; one that runs for a minute is reported, and again every ten minutes, with the number of deliveries that wait.
Ctrl-C, SIGTERM and SIGHUP end the running command with all that it started, and no further command is started. On Windows a backslash of the
command is part of a path. There, do not write %SVC_WEBHOOK_…% in a command or file of cmd, which would run what a sender wrote; PowerShell has
$env:SVC_WEBHOOK_….

--ui serves a page that shows deliveries live, on this machine only and on a port of its own: payload, headers, bytes, the reason for a
rejection, the states of a run, replay, and copy as a curl command. Its URL contains a secret ("ui" in -o ndjson): anyone with the URL can read
the deliveries and have them signed. --open opens it through a temporary file that only you can read, so that the URL is in no process list.

--publish stores the deliveries in a stream of a NATS server (svc webhook stream create) instead of the journal, so that any number of readers
get them, and any number of listeners receive them. A delivery is answered with 2xx only after the stream has acknowledged it, otherwise with
503 and Retry-After after 8 seconds at most, or with 413 if the server does not accept its size. A repeated delivery is stored once, and
answered 200 with the id of the first one. Rejected deliveries are shown and not stored.

--subscribe makes a reader, which reads the deliveries of such a stream in place of listening. Each is verified again with your tokens, then
shown, forwarded and executed as if it had arrived here. The journal is not written: svc webhook list --subscribe reads the stream. What is not
a delivery is counted, never executed. Without a URL, --publish and --subscribe use SVC_NATS or the profile, and both reconnect.

With --durable, all readers of one name share the deliveries: use the same flags for all of them. A delivery is acknowledged after --exec and
--forward (a 2xx) succeeded. After a failure it is delivered again, to any of them, after 1 second, then 2, 4 and so on up to 5 minutes, once
a reader has nothing new to do; after --max-deliver attempts it is a dead letter, in svc.dead.WORKSPACE_ID.TRIGGER (svc webhook list
--subscribe --dead-letters). Nothing is lost, but a delivery is executed twice if a reader is killed after the command and before the
acknowledgement. What a reader does not finish before Ctrl-C, --count or --for goes to the others. A new name begins like a reader without a
name, with --since or --from-sequence; later readers continue where the name is. --count counts a delivery once.

Ctrl-C and SIGTERM end the command with exit code 0, or with 130 and 143 if --count or --for is given.`;
