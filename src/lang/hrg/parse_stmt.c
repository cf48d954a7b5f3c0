/* Statements and blocks. */
#include "lang/hrg/parse_internal.h"

#include <string.h>

bool hrg_first_on_line(const parser *p)
{
    if (p->pos == 0)
        return true;
    uint32_t from = vec_at(&p->s->tokens.list, p->pos - 1).span.end, to = peek(p)->span.start;
    return memchr(p->s->text->text + from, '\n', to - from) != NULL;
}

/* Braces opened since token `from` and not closed again. */
static uint32_t open_braces(const parser *p, uint32_t from)
{
    uint32_t open = 0;
    for (uint32_t i = from; i < p->pos; i++) {
        hrg_token_kind kind = vec_at(&p->s->tokens.list, i).kind;
        open += kind == HRG_T_LBRACE;
        open -= kind == HRG_T_RBRACE && open > 0;
    }
    return open;
}

/* Skips to the next line that may begin a statement of the same block; blocks on the way are
 * skipped whole, as is the rest of those that the statement opened (it began at `from`). */
static void skip_statement(parser *p, uint32_t from)
{
    uint32_t depth = 0, open = open_braces(p, from);
    for (; !at(p, HRG_T_END); hrg_next(p)) {
        if (depth == 0 && (at(p, HRG_T_RBRACE) ? open == 0 : hrg_first_on_line(p)))
            break;
        if (at(p, HRG_T_LBRACE))
            depth++;
        else if (at(p, HRG_T_RBRACE) && depth > 0)
            depth--;
        else if (at(p, HRG_T_RBRACE))
            open--;
    }
    p->panic = false;
}

/* `$$ board[spot]`: only the value of a whole variable is shown. */
static void check_whole(parser *p, hrg_name name)
{
    if (!at(p, HRG_T_LBRACKET) || p->panic || name.id == NAME_NONE)
        return;
    diag *d = diag_report(p->s->sink, DIAG_EXPECTED, p->s->text, peek(p)->span,
                          "`$$` takes a variable, not an entry of a map");
    diag_set_hint(p->s->sink, d, "`x = %s[..]` before it, then `$$ x`", hrg_shown(p->s, name.id));
    p->panic = true;
}

/* A declaration where a statement should be: a brace is missing further up. */
static bool at_declaration(const parser *p)
{
    return (at_word(p, p->n_domain) || at_word(p, p->n_graph) || at_word(p, p->n_reusable)) &&
           peek_at(p, 1)->kind == HRG_T_IDENT && hrg_first_on_line(p);
}

static void add_block(parser *p, hrg_stmt *stmt, uint32_t *capacity)
{
    if (stmt->block_count == *capacity) {
        uint32_t grown = *capacity ? *capacity * 2 : 2;
        stmt->blocks = arena_grow(p->s->arena, stmt->blocks, sizeof(hrg_block) * *capacity, sizeof(hrg_block) * grown);
        *capacity = grown;
    }
    hrg_parse_block(p, &stmt->blocks[stmt->block_count++]);
}

static void one_block(parser *p, hrg_stmt *stmt)
{
    uint32_t capacity = 0;
    add_block(p, stmt, &capacity);
}

static void parse_if_stmt(parser *p, hrg_stmt *stmt)
{
    uint32_t capacity = 0;
    vec_exprs conditions = {0};
    stmt->kind = HRG_S_IF;
    hrg_next(p);
    for (;;) {
        hrg_expr *condition = hrg_parse_expr(p);
        if (p->panic)
            break;
        vec_push(p->s->arena, &conditions, condition);
        add_block(p, stmt, &capacity);
        if (p->panic || p->unclosed || !at_word(p, p->n_else))
            break;
        mark(p, HRG_M_CONTINUE);
        hrg_next(p);
        if (at_word(p, p->n_if)) {
            hrg_next(p);
            continue;
        }
        add_block(p, stmt, &capacity);
        break;
    }
    stmt->exprs = conditions.data;
    stmt->expr_count = conditions.count;
}

static void parse_branch(parser *p, hrg_stmt *stmt)
{
    uint32_t capacity = 0;
    hrg_next(p);
    if (at(p, HRG_T_IDENT)) {
        stmt->kind = HRG_S_BRANCH_IN;
        stmt->name = hrg_parse_name(p, "a variable");
        if (!at_word(p, p->n_in)) {
            hrg_expected(p, "`in`");
            return;
        }
        hrg_next(p);
        stmt->type = hrg_parse_type(p);
        if (!p->panic)
            one_block(p, stmt);
        return;
    }
    stmt->kind = HRG_S_BRANCH;
    add_block(p, stmt, &capacity);
    while (!p->panic && !p->unclosed && at_word(p, p->n_or) && peek_at(p, 1)->kind == HRG_T_LBRACE) {
        mark(p, HRG_M_CONTINUE);
        hrg_next(p);
        add_block(p, stmt, &capacity);
    }
}

static void parse_repeat(parser *p, hrg_stmt *stmt)
{
    hrg_next(p);
    if (peek_at(p, 1)->kind == HRG_T_IDENT && peek_at(p, 1)->name == p->n_in) {
        stmt->kind = HRG_S_REPEAT_IN;
        stmt->name = hrg_parse_name(p, "a variable");
        hrg_next(p);
        stmt->type = hrg_parse_type(p);
    } else {
        stmt->kind = HRG_S_REPEAT;
        stmt->number = hrg_parse_nat(p);
    }
    if (!p->panic)
        one_block(p, stmt);
}

/* `T(*)` or `{ a, b }(*)` or `A -> B(*)`, as against an expression. */
static bool at_any(const parser *p)
{
    if (at(p, HRG_T_IDENT)) {
        if (peek_at(p, 1)->kind == HRG_T_ARROW)
            return true;
        return peek_at(p, 1)->kind == HRG_T_LPAREN && peek_at(p, 2)->kind == HRG_T_STAR;
    }
    return at(p, HRG_T_LBRACE) && peek_at(p, 1)->kind == HRG_T_IDENT &&
           (peek_at(p, 2)->kind == HRG_T_COMMA || peek_at(p, 2)->kind == HRG_T_RBRACE);
}

static void parse_assignment(parser *p, hrg_stmt *stmt)
{
    vec_exprs indices = {0};
    stmt->name = hrg_parse_name(p, "a variable");
    while (at(p, HRG_T_LBRACKET)) {
        mark(p, HRG_M_CALL);
        hrg_next(p);
        hrg_expr *key = hrg_parse_expr(p);
        vec_push(p->s->arena, &indices, key);
        if (p->panic || !hrg_expect(p, HRG_T_RBRACKET))
            return;
    }
    stmt->exprs = indices.data;
    stmt->expr_count = indices.count;
    stmt->kind = HRG_S_ASSIGN;
    if (!hrg_expect(p, HRG_T_ASSIGN))
        return;
    if (!at_any(p)) {
        stmt->value = hrg_parse_expr(p);
        return;
    }
    stmt->kind = HRG_S_CHOOSE;
    stmt->type = hrg_parse_type(p);
    if (p->panic)
        return;
    if (at(p, HRG_T_LPAREN))
        mark(p, HRG_M_CALL);
    if (hrg_expect(p, HRG_T_LPAREN) && hrg_expect(p, HRG_T_STAR))
        hrg_expect(p, HRG_T_RPAREN);
}

static void parse_call(parser *p, hrg_stmt *stmt)
{
    vec_exprs args = {0};
    stmt->kind = HRG_S_CALL;
    stmt->name = hrg_parse_name(p, "a graph");
    mark(p, HRG_M_CALL);
    hrg_next(p);
    if (!at(p, HRG_T_RPAREN)) {
        do {
            hrg_expr *arg = hrg_parse_expr(p);
            vec_push(p->s->arena, &args, arg);
        } while (!p->panic && hrg_accept(p, HRG_T_COMMA));
    }
    if (!p->panic)
        hrg_expect(p, HRG_T_RPAREN);
    stmt->exprs = args.data;
    stmt->expr_count = args.count;
    if (!p->panic && at(p, HRG_T_ASSIGN)) {
        diag *d = diag_report(p->s->sink, DIAG_EXPECTED, p->s->text, peek(p)->span, "a call cannot be assigned to");
        diag_set_hint(p->s->sink, d, "write the target of an assignment as `%s[..]`", hrg_shown(p->s, stmt->name.id));
        p->panic = true;
    }
}

static void parse_tag(parser *p, hrg_stmt *stmt)
{
    vec_names words = {0};
    stmt->kind = HRG_S_TAG;
    hrg_next(p);
    /* `$_x`, `$_ x` and `$ _x` are the same: the underscore is a token of its own here. */
    if (at(p, HRG_T_IDENT) && *intern_text(p->s->names, peek(p)->name) == '_') {
        const char *text = intern_text(p->s->names, peek(p)->name);
        stmt->artificial = true;
        if (text[1]) {
            hrg_name n = {intern_cstr(p->s->names, text + 1), peek(p)->span};
            n.span.start++;
            hrg_next(p);
            vec_push(p->s->arena, &words, n);
            goto done;
        }
        hrg_next(p);
    }
    if (hrg_accept(p, HRG_T_LPAREN)) {
        do {
            hrg_name n = hrg_parse_name(p, "a word of the tag");
            if (p->panic)
                return;
            vec_push(p->s->arena, &words, n);
        } while (!at(p, HRG_T_RPAREN));
        hrg_next(p);
    } else {
        hrg_name n = hrg_parse_name(p, "a tag");
        vec_push(p->s->arena, &words, n);
    }
done:
    stmt->words = words.data;
    stmt->word_count = words.count;
}

static void parse_stmt(parser *p, hrg_stmt *stmt)
{
    memset(stmt, 0, sizeof *stmt);
    stmt->span = peek(p)->span;
    stmt->kind = HRG_S_ASSIGN;
    hrg_token_kind after = peek_at(p, 1)->kind;
    if (at(p, HRG_T_TAG)) {
        parse_tag(p, stmt);
    } else if (at(p, HRG_T_TAG_VALUE)) {
        hrg_next(p);
        stmt->kind = HRG_S_TAG_VALUE;
        stmt->name = hrg_parse_name(p, "a variable");
        check_whole(p, stmt->name);
    } else if (!at(p, HRG_T_IDENT)) {
        hrg_expected(p, "a statement or `}`");
    } else if (after == HRG_T_ASSIGN || after == HRG_T_LBRACKET) {
        parse_assignment(p, stmt);
    } else if (at_word(p, p->n_branch) && after != HRG_T_LPAREN) {
        parse_branch(p, stmt);
    } else if (at_word(p, p->n_if)) {
        parse_if_stmt(p, stmt);
    } else if (at_word(p, p->n_while)) {
        stmt->kind = HRG_S_WHILE;
        hrg_next(p);
        stmt->exprs = ARENA_ARRAY(p->s->arena, hrg_expr *, 1);
        stmt->exprs[0] = hrg_parse_expr(p);
        stmt->expr_count = 1;
        if (!p->panic)
            one_block(p, stmt);
    } else if (at_word(p, p->n_loop) && after == HRG_T_LBRACE) {
        stmt->kind = HRG_S_LOOP;
        hrg_next(p);
        one_block(p, stmt);
    } else if (at_word(p, p->n_repeat) && after != HRG_T_LPAREN) {
        parse_repeat(p, stmt);
    } else if (after == HRG_T_LPAREN) {
        parse_call(p, stmt);
    } else if (at_word(p, p->n_or) && after == HRG_T_LBRACE) {
        hrg_refuse(p, "no `branch {` comes before this `or`",
                   "`branch x in D { .. }` has one block: `branch { branch x in D { .. } } or { .. }` has both");
    } else {
        name_id word = hrg_next(p)->name;
        hrg_expected_near(p, "`=`, `[` or `(` after the name", word,
                          "`branch` `if` `else` `loop` `or` `repeat` `while`");
    }
    stmt->span = span_join(stmt->span, hrg_last(p));
}

bool hrg_parse_block(parser *p, hrg_block *block)
{
    memset(block, 0, sizeof *block);
    block->span = peek(p)->span;
    if (!at(p, HRG_T_LBRACE)) {
        hrg_expected(p, "`{`");
        return false;
    }
    if (!hrg_enter(p))
        return false;
    mark(p, HRG_M_BLOCK);
    hrg_next(p);
    VEC(hrg_stmt) stmts = {0};
    while (!at(p, HRG_T_RBRACE) && !at(p, HRG_T_END)) {
        if (at_declaration(p)) {
            diag *d = diag_report(p->s->sink, DIAG_EXPECTED, p->s->text, peek(p)->span,
                                  "expected `}` before the next declaration");
            diag_add_note(p->s->sink, d, p->s->text, block->span, "to close this block");
            p->unclosed = true;
            break;
        }
        uint32_t before = p->pos, nesting = p->nesting;
        hrg_stmt stmt;
        mark(p, HRG_M_STMT);
        parse_stmt(p, &stmt);
        if (p->unclosed)
            break;
        if (p->panic) {
            if (p->pos == before)
                hrg_next(p);
            skip_statement(p, before);
            p->nesting = nesting;
            continue;
        }
        vec_push(p->s->arena, &stmts, stmt);
    }
    hrg_leave(p);
    block->stmts = stmts.data;
    block->count = stmts.count;
    if (p->unclosed)
        return false;
    if (at(p, HRG_T_RBRACE)) {
        mark(p, HRG_M_BLOCK_END);
        hrg_next(p);
    } else {
        diag *d = diag_report(p->s->sink, DIAG_EXPECTED, p->s->text, peek(p)->span,
                              "expected `}`, found the end of the file");
        diag_add_note(p->s->sink, d, p->s->text, block->span, "to close this block");
        p->unclosed = true;
        return false;
    }
    block->span = span_join(block->span, hrg_last(p));
    return !p->panic;
}
