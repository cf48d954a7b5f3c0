/* The board beside the editor: it follows each correct edit, and the game goes on from where it was as far as its moves are still legal. */
import { h } from "./dom";
import { Play, type Made, type Rules } from "./play";
import { ask, type Opened } from "./protocol";
import { USUAL } from "./seats";

const TRIED_MAX = 12; // so many shorter beginnings of the game are tried

export class Live {
    readonly element = h("div", { class: "live-play" });
    private play: Play | null = null;
    private number = 0;

    close() {
        this.number++;
        this.play?.close();
        this.play = null;
        this.element.replaceChildren();
    }

    /* The longest beginning of the game that the new rules allow. */
    private async legal(moves: Made[][]): Promise<Made[]> {
        for (let n = moves.length, tried = 0; n > 0; n = tried < TRIED_MAX / 2 ? n - 1 : Math.floor(n / 2), tried++) {
            const beginning = moves.slice(0, n).flat();
            if (await ask("replay", { moves: beginning.map(({ role, move, way }) => (way ? { role, move, way } : { role, move })) }).then(() => true, () => false)) return beginning;
        }
        return [];
    }

    async follow(rules: Rules) {
        const mine = ++this.number, moves = this.play?.course() ?? [], seats = this.play?.players();
        const opened = (await ask("load", { seed: 1, ...rules })) as unknown as Opened;
        if (mine !== this.number) return;
        this.play?.close();
        if (opened.language === "asp") return this.element.replaceChildren(h("p", { class: "soft" }, "Games of answer sets are played by Play."));
        const people = opened.roles.map((role, i) => ({ role, agent: seats?.[i]?.agent ?? "", level: seats?.[i]?.level ?? USUAL }));
        const beginning = await this.legal(moves);
        if (mine !== this.number) return;
        if (!beginning.length) await ask("new", { seed: 1 });
        this.play = new Play(this.element, opened, { game: opened.game, seats: people, plies: [], paused: false, delay: 0.2, load: rules }, rules);
        await this.play.begin(beginning);
    }
}
