/* Drawings of pieces, each in a square from -50 to 50, y downwards: its outline in the colour of its owner, and lines on it. All drawn for this page. */
export interface Figure { body: string; lines?: string }

const dot = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const eyes = (x: number, y: number, r = 3.5) => dot(-x, y, r) + dot(x, y, r);
const FOOT = "M-27 35H27V45H-27Z";
const HORSE = "M-19 33C-22 12 3 4 1-10C-8 0-18 2-24 7L-35-3C-28-14-20-24-16-34L-9-43L-2-34C21-34 33-10 28 33Z";
const star = (n: number, outer: number, inner: number) => "M" + Array.from({ length: 2 * n }, (_, i) => { const a = (Math.PI * i) / n, r = i % 2 ? inner : outer; return `${(r * Math.sin(a)).toFixed(1)} ${(-r * Math.cos(a)).toFixed(1)}`; }).join("L") + "Z";

export const FIGURES: Record<string, Figure> = {
    king: { body: `M-5-46H5V-39H13V-30H5V-21C22-29 41-16 34 3C31 11 24 16 20 22L22 34H-22L-20 22C-24 16-31 11-34 3C-41-16-22-29-5-21V-30H-13V-39H-5Z${FOOT}`, lines: "M-20 22H20M0-18V15" },
    queen: { body: `M-37-20L-24 20L-22 34H22L24 20L37-20L20 0L20-33L8-4L0-38L-8-4L-20-33L-20 0Z${dot(-38, -23, 5)}${dot(-20, -37, 5)}${dot(0, -42, 5)}${dot(20, -37, 5)}${dot(38, -23, 5)}${FOOT}`, lines: "M-24 21H24M-22 29H22" },
    rook: { body: `M-27-40H-15V-31H-6V-40H6V-31H15V-40H27V-21L19-13V21L23 34H-23L-19 21V-13L-27-21Z${FOOT}`, lines: "M-19-13H19M-19 21H19" },
    bishop: { body: `${dot(0, -42, 5)}M0-37C23-20 27 2 14 17L18 34H-18L-14 17C-27 2-23-20 0-37Z${FOOT}`, lines: "M0-24V-4M-9-15H9M-14 17H14" },
    knight: { body: HORSE + FOOT, lines: `${dot(-9, -21, 2.5)}M6-26C18-18 23 2 20 24` },
    pawn: { body: `${dot(0, -26, 14)}M-9-14H9L11-9C17 4 16 14 24 34H-24C-16 14-17 4-11-9Z${FOOT}`, lines: "M-11-9H11" },
    amazon: { body: `M-37-14L-26 20L-22 34H22L26 20L37-14L22 2L22-24L9-2L0-28L-9-2L-22-24L-22 2Z${dot(-38, -18, 5)}${dot(-22, -28, 5)}${dot(22, -28, 5)}${dot(38, -18, 5)}M-6-28L-12-40L-2-46C8-46 14-38 10-28Z${FOOT}`, lines: "M-25 21H25M-22 29H22" },
    archbishop: { body: `${dot(10, -43, 4.5)}M10-38C30-20 34 4 24 20L26 34H-20C-22 18-6 8-6-2C-12 4-20 6-26 10L-36 0C-28-10-24-18-18-24C-8-26 2-30 10-38Z${FOOT}`, lines: `M13-20V0M6-12H20${dot(-13, -12, 2.5)}` },
    chancellor: { body: `M-18-44H-8V-36H-2V-44H8V-36H14V-44H24V-30C32-16 32 8 28 34H-20C-22 14 0 6-1-6C-8 2-18 4-24 8L-35-2C-28-12-22-22-18-30Z${FOOT}`, lines: `M-16-29H24${dot(-11, -18, 2.5)}` },
    general: { body: `M0-45L10-30L34-34L24 16L22 34H-22L-24 16L-34-34L-10-30Z${FOOT}`, lines: `M-24 17H24${star(5, 11, 5)}` },
    advisor: { body: `M-24-22C-24-50 24-50 24-22L14-16C20-2 20 12 26 34H-26C-20 12-20-2-14-16Z${FOOT}`, lines: "M-24-22C-10-16 10-16 24-22M0-4V24" },
    soldier: { body: `M-18-20C-18-48 18-48 18-20L26-18V-12H12C20-2 18 16 22 34H-22C-18 16-20-2-12-12H-26V-18Z${FOOT}`, lines: "M-18-20H18M-8 4L8 24M8 4L-8 24" },
    cannon: { body: `M-42 2L26-34L38-12L-20 22ZM-44 6L-34 22L-42 26L-50 10Z${dot(-4, 24, 18)}M-30 42H30V48H-30Z`, lines: `${dot(-4, 24, 6)}M24-33L36-11` },
    chariot: { body: `M-40-20H-28L-20 2H14V-28H34V12C34 20 26 24 18 24H-22C-32 24-34-6-40-12Z${dot(2, 28, 17)}`, lines: `${dot(2, 28, 5)}M2 11V45M-15 28H19` },
    wizard: { body: `M4-48L18 4H34L38 14H-38L-34 4H-18Z M-20 18H20C22 32 14 44 0 46C-14 44-22 32-20 18Z`, lines: `${eyes(8, 25, 2.5)}M-18 3H18M-4-16L4-12` },
    dragon: { body: "M-40 30C-20 36-4 26-8 10C-30 12-34-8-22-16L-44-14C-36-34-14-42 2-34L14-46L18-32C34-28 42-14 44-2L26-4C36 14 30 40-2 44C-16 46-32 42-40 30Z", lines: `${dot(22, -20, 3)}M-8 10C4 8 12 0 12-10` },
    unicorn: { body: `M-4-36L-26-50L-16-30Z${HORSE}${FOOT}`, lines: `${dot(-9, -20, 2.5)}M6-26C18-18 23 2 20 24` },
    elephant: { body: "M-14-30C-6-38 6-38 14-30C30-42 48-28 44-6C42 10 28 16 19 10C18 20 12 24 9 24V38C9 46-7 48-12 40L-4 36C-2 36-2 34-2 30V24C-12 24-18 20-19 10C-28 16-42 10-44-6C-48-28-30-42-14-30Z", lines: `${eyes(9, -8, 3)}M-19 10C-22 0-20-20-14-30M19 10C22 0 20-20 14-30M-8 20L-16 34M16 18L22 32` },
    camel: { body: "M-44-26C-42-38-26-40-20-30C-16-24-20-8-14-4C-10-26-2-34 6-20C14-34 26-32 30-10C38-4 40 8 36 14V40H28V18H20L18 40H10V18H-8L-10 40H-18L-20 12C-32 6-32-10-34-18C-40-16-46-20-44-26Z", lines: dot(-33, -29, 2.5) },
    fox: { body: "M-40-42L-18-26C-6-30 6-30 18-26L40-42C44-18 42-4 32 10C22 24 10 34 0 46C-10 34-22 24-32 10C-42-4-44-18-40-42Z", lines: `${eyes(15, -6)}M-30 10C-16 10-8 20 0 40C8 20 16 10 30 10${dot(0, 40, 4)}` },
    hound: { body: "M-22-34C-8-42 8-42 22-34C38-36 48-14 42 8C40 20 30 20 26 12C26 26 16 40 0 42C-16 40-26 26-26 12C-30 20-40 20-42 8C-48-14-38-36-22-34Z", lines: `${eyes(11, -8)}${dot(0, 14, 6)}M0 20V28M-10 30C-4 34 4 34 10 30M-22-34C-28-20-28 0-26 12M22-34C28-20 28 0 26 12` },
    wolf: { body: "M-34-46L-12-28H12L34-46L40-8L46 6L32 12L20 24L12 44H-12L-20 24L-32 12L-46 6L-40-8Z", lines: `M-24-8L-10-2L-20 4ZM24-8L10-2L20 4ZM-12 18H12L0 30ZM-10 38H10` },
    lion: { body: star(14, 48, 40), lines: `${dot(0, 2, 28)}${eyes(11, -4, 3)}M-6 10H6L0 17ZM0 17V22M-10 24C-4 28 4 28 10 24` },
    tiger: { body: "M-32-38C-24-42-16-38-14-32C-6-35 6-35 14-32C16-38 24-42 32-38C40-34 38-24 34-20C42-2 36 38 0 42C-36 38-42-2-34-20C-38-24-40-34-32-38Z", lines: `${eyes(14, -4)}M-6 12H6L0 19ZM0 19V24M-9 28C-3 31 3 31 9 28M0-33V-18M-9-32L-6-20M9-32L6-20M-37 2H-24M-34 14H-24M37 2H24M34 14H24` },
    leopard: { body: "M-32-38C-24-42-16-38-14-32C-6-35 6-35 14-32C16-38 24-42 32-38C40-34 38-24 34-20C42-2 36 38 0 42C-36 38-42-2-34-20C-38-24-40-34-32-38Z", lines: `${eyes(14, -4)}M-6 12H6L0 19ZM0 19V24M-9 28C-3 31 3 31 9 28${dot(-8, -22, 3)}${dot(8, -22, 3)}${dot(-28, 8, 3)}${dot(28, 8, 3)}${dot(-22, 22, 3)}${dot(22, 22, 3)}` },
    cat: { body: "M-34-44L-12-28C-4-30 4-30 12-28L34-44L36-6C38 22 18 38 0 38C-18 38-38 22-36-6Z", lines: `${eyes(14, -4)}M-5 10H5L0 16ZM0 16V21M-12 20L-42 14M-12 25L-40 30M12 20L42 14M12 25L40 30` },
    rat: { body: `${dot(-26, -24, 18)}${dot(26, -24, 18)}M-26-14C-14-30 14-30 26-14C26 6 12 26 0 46C-12 26-26 6-26-14Z`, lines: `${eyes(10, -4, 3)}${dot(0, 40, 4)}M-6 32L-30 26M-6 36L-28 38M6 32L30 26M6 36L28 38` },
    goose: { body: "M-40-24L-24-36C-14-46 4-40 2-22C2-12-4-4-2 4C10 0 34-2 46 10C40 32 20 40 2 40C-20 40-30 26-26 8C-24-2-12-10-14-22L-26-20Z", lines: `${dot(-13, -30, 2.5)}M8 14C18 10 30 12 36 16M8 22C18 20 26 22 30 24` },
    sheep: { body: `${dot(-20, -18, 16)}${dot(0, -26, 17)}${dot(20, -18, 16)}${dot(-28, 4, 15)}${dot(28, 4, 15)}M-20-14H20C24 14 14 44 0 44C-14 44-24 14-20-14Z`, lines: `${eyes(8, 6, 3)}M-6 28L0 33L6 28M0 33V38M-18-10C-8-4 8-4 18-10` },
    goat: { body: "M-12-22C-22-28-36-30-38-48C-24-40-10-38-6-24H6C10-38 24-40 38-48C36-30 22-28 12-22C18-20 34-20 42-10C34-4 24-6 18-8C20 10 12 26 8 30C8 38 4 44 0 50C-4 44-8 38-8 30C-12 26-20 10-18-8C-24-6-34-4-42-10C-34-20-18-20-12-22Z", lines: `${eyes(9, -6, 3)}M-6 18L0 22L6 18M0 22V28` },
    hare: { body: "M-22-48C-10-46-8-26-6-14H6C8-26 10-46 22-48C32-34 24-14 18-8C36 10 28 42 0 42C-28 42-36 10-18-8C-24-14-32-34-22-48Z", lines: `${eyes(11, 8)}M-5 20H5L0 25ZM0 25V31M-10 34C-4 37 4 37 10 34` },
    bull: { body: "M-20-20C-40-18-48-32-44-48C-36-36-24-34-16-32C-6-36 6-36 16-32C24-34 36-36 44-48C48-32 40-18 20-20L24-8C24 8 20 20 18 30C16 46-16 46-18 30C-20 20-24 8-24-8Z", lines: `${eyes(12, -8)}${dot(-7, 30, 3)}${dot(7, 30, 3)}M-18 20C-6 16 6 16 18 20` },
    bird: { body: "M-46-10L-28-22C-18-36 2-36 8-20C20-14 36-16 48-24C46 4 30 24 8 28L14 46H6L-2 29C-20 26-30 10-30-6Z", lines: `${dot(-16, -20, 3)}M-4-4C6 6 22 2 32-6` },
    ship: { body: "M-46 18H46L34 42H-34ZM-4 14V-46H2V14ZM6-40C30-28 36-6 36 10H6ZM-8-34V10H-34C-30-10-20-24-8-34Z", lines: "M-40 28H40" },
    arrow: { body: "M0-46L26-10H10V20L22 44H8L0 32L-8 44H-22L-10 20V-10H-26Z" },
    star: { body: star(5, 47, 20) },
    crown: { body: "M-42 30L-46-20L-22 2L0-36L22 2L46-20L42 30ZM-42 36H42V44H-42Z", lines: `${dot(0, 12, 5)}${dot(-24, 16, 4)}${dot(24, 16, 4)}` },
    gem: { body: "M-26-34H26L46-8L0 44L-46-8Z", lines: "M-46-8H46M-26-34L-14-8L0 44L14-8L26-34M-14-8L0-34L14-8" },
    flag: { body: "M-30-46H-22V46H-30ZM-18-42C-2-50 14-30 40-40V4C14 14-2-6-18 2Z" },
    tower: { body: "M-24-46H-12V-38H-6V-46H6V-38H12V-46H24V-26L18-20V44H-18V-20L-24-26Z", lines: "M-18-20H18M-7 44V26C-7 16 7 16 7 26V44M-4-10H4V2H-4Z" },
    house: { body: "M0-44L46-4H34V42H-34V-4H-46Z", lines: "M-10 42V14H10V42M-34-4H34" },
    tree: { body: "M0-48L26-14H14L34 12H18L40 34H7V47H-7V34H-40L-18 12H-34L-14-14H-26Z" },
    wall: { body: "M-44-30H44V34H-44Z", lines: "M-44-9H44M-44 13H44M0-30V-9M-22-9V13M22-9V13M0 13V34" },
    fire: { body: "M4-48C10-26 34-16 34 12C34 34 18 46 0 46C-18 46-34 34-34 12C-34-2-26-10-22-22C-14-18-12-10-12-4C2-14 6-32 4-48Z", lines: "M0 46C-14 40-14 24 0 10C14 24 14 40 0 46" },
};

/* Other words for the same, as rules name their pieces. */
const SAME: Record<string, string> = {
    horse: "knight", horseman: "knight", rider: "knight", cavalry: "knight", castle: "rook", princess: "archbishop", cardinal: "archbishop", empress: "chancellor", marshal: "chancellor", marshall: "chancellor",
    minister: "advisor", mandarin: "advisor", ferz: "advisor", fers: "advisor", guard: "advisor", vizier: "advisor", officer: "general", commander: "general", captain: "general", jarl: "king", emperor: "king", prince: "crown",
    thrall: "soldier", warrior: "soldier", infantry: "soldier", hunter: "soldier", musketeer: "soldier", thief: "soldier", gun: "cannon", catapult: "cannon", wagon: "chariot", cart: "chariot", mage: "wizard", witch: "wizard",
    champion: "general", dog: "hound", jackal: "wolf", coyote: "wolf", jaguar: "leopard", panther: "leopard", puma: "leopard", mouse: "rat", duck: "goose", swan: "goose", hen: "goose", chicken: "goose", lamb: "sheep", ram: "sheep",
    kid: "goat", rabbit: "hare", bunny: "hare", cow: "bull", ox: "bull", buffalo: "bull", calf: "bull", eagle: "bird", falcon: "bird", hawk: "bird", crow: "bird", raven: "bird", dove: "bird", vulture: "bird", boat: "ship", submarine: "ship",
    carrier: "ship", destroyer: "ship", pyramid: "tower", jewel: "gem", diamond: "gem", treasure: "gem", home: "house", hut: "house", village: "house", forest: "tree", barrier: "wall", fence: "wall", blocked: "wall", block: "wall", rock: "wall", burnt: "fire", burned: "fire", stonewall: "wall", bomb: "fire", flame: "fire", lioness: "lion", bear: "hound",
};

/* The drawing that a word of a piece's name asks for; "" when there is none. */
export function figureOf(word: string): string {
    const bare = word.replace(/\d+$/, "");
    return FIGURES[bare] ? bare : SAME[bare] ?? "";
}

/* Signs of shogi, by the words and letters of a piece: unpromoted and promoted, as one sign each. */
export const KANJI: Record<string, [string, string]> = {
    king: ["王", ""], rook: ["飛", "龍"], bishop: ["角", "馬"], gold: ["金", ""], silver: ["銀", "全"], knight: ["桂", "圭"], lance: ["香", "杏"], pawn: ["歩", "と"],
    k: ["王", ""], r: ["飛", "龍"], b: ["角", "馬"], g: ["金", ""], s: ["銀", "全"], n: ["桂", "圭"], l: ["香", "杏"], p: ["歩", "と"], lion: ["獅", ""], chick: ["雛", "鶏"], giraffe: ["麒", ""], elephant: ["象", ""],
    tokin: ["と", ""], dragon: ["龍", ""], horse: ["馬", ""],
};

/* Signs of xiangqi, by the first player's and the second's. */
export const XIANGQI: Record<string, [string, string]> = {
    king: ["帥", "將"], general: ["帥", "將"], advisor: ["仕", "士"], elephant: ["相", "象"], bishop: ["相", "象"], knight: ["傌", "馬"], rook: ["俥", "車"], chariot: ["俥", "車"], cannon: ["炮", "砲"], pawn: ["兵", "卒"], soldier: ["兵", "卒"],
};
