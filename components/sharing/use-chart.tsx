import { dayText } from "./share-words.ts";

export type UseDay = { day: string; sessions: number; pages: number; downloads: number; refused: number };

const height = 96;
const barWidth = 8;

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Sessions by day as bars from zero; the same as a sentence and as a table. */
export function UseChart({ days }: { days: readonly UseDay[] }) {
  const total = days.reduce((sum, { sessions }) => sum + sessions, 0);
  const refused = days.reduce((sum, one) => sum + one.refused, 0);
  const most = Math.max(1, ...days.map(({ sessions }) => sessions));
  const best = days.find(({ sessions }) => sessions === most);
  const when =
    best && (best.sessions === total ? ", all" : `, ${best.sessions.toLocaleString("en")} of them`);
  const summary =
    total === 0
      ? `Nobody came in these ${days.length} days.`
      : total === 1
        ? `1 session in ${days.length} days, on ${dayText(best?.day ?? "")}.`
        : `${counted(total, "session")} in ${days.length} days${best ? `${when} on ${dayText(best.day)}` : ""}.`;
  const width = days.length * (barWidth + 2);
  return (
    <div className="space-y-3">
      {total > 0 && (
        <svg
          role="img"
          aria-label={`Sessions by day. ${summary}`}
          viewBox={`0 0 ${width} ${height + 1}`}
          preserveAspectRatio="none"
          className="h-28 w-full"
        >
          {days.map(({ day, sessions }, at) => {
            const tall = (sessions / most) * height;
            return (
              <rect
                key={day}
                x={at * (barWidth + 2) + 1}
                y={height - tall}
                width={barWidth}
                height={tall}
                className="fill-accent"
              >
                <title>{`${dayText(day)}: ${sessions}`}</title>
              </rect>
            );
          })}
          <line
            x1="0"
            x2={width}
            y1={height}
            y2={height}
            vectorEffect="non-scaling-stroke"
            className="stroke-control"
          />
        </svg>
      )}
      <p>
        {summary}
        {refused > 0 && ` ${counted(refused, "try was refused", "tries were refused")}.`}
      </p>
      {total + refused > 0 && (
        <details>
          <summary className="link w-fit">Show as table</summary>
          <div className="mt-2 max-h-72 overflow-y-auto">
            <table className="data-table">
              <caption className="sr-only">Use by day</caption>
              <thead>
                <tr>
                  {["Day", "Sessions", "Pages", "Downloads", "Refused"].map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days
                  .filter((one) => one.sessions + one.pages + one.downloads + one.refused > 0)
                  .map((one) => (
                    <tr key={one.day}>
                      <td data-label="Day">{dayText(one.day)}</td>
                      <td data-label="Sessions">{one.sessions}</td>
                      <td data-label="Pages">{one.pages}</td>
                      <td data-label="Downloads">{one.downloads}</td>
                      <td data-label="Refused">{one.refused}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </div>
  );
}
