// Made from the data files of Unicode 15.0 by Tools/text-tables/generate.py /usr/share/unicode
// Do not edit. Copyright of the data: Unicode, Inc., https://www.unicode.org/license.txt

extension UnicodeTables {
    /// The canonical compositions: the difference to the last composed character, that to its
    /// first part, and its second part.
    static let compositions = """
        jO^??^w@_?W@_?I@@_EA?gGE?WOA_oW@`_IG@_EG?ggE?g_AhoW@`_I?@_EG?gCE?WgA__W@b?IG@_EE?g?E?W_A\
        _OW@a_IA@_EK?g_E?gWA_oW@`_I?@_EG?gCE?WgA__W@b?IB@_EM?g_E?w_A_?W@a_I@@_EK?gGE?WwAa?W@a?I@\
        @_N}?W?E?W?A_OW@__IA@_EC?gKE?WWAa?W@a?II@_IG?i[E?WWA_?W@a?I@@_EI?gGE?WoAa?W@`_I?@_EG?gCE\
        ?WgA__W@b?IG@_IE?gKE?WWA_?W@a?I@@_EI?gGE?WoA_oW@b_IG@_MG?g?E?WgA_OW@b?IA@_EM?g_E?W_A_OWA\
        b?IG@_F}?gOE?[?A`?W@__ME@_FC?gWE?WWBi?W@q?Ig@_EE?wCE?[_A_OW@a_MA@_FK?gGE?WwB`oW@s?IF@_EQ\
        ?woE?!OAb?W@d?MK@_FU?goE?xgB`?W@v?IC@_E]?wWE?]?A`_W@g_MF@_Fc?g[E?YWBi?W@y?Ig@_Ei?woE?]oA\
        b?W@i_MA@_Fk?gGE?YwB`_W@{?IE@_Eq?w[E?^OA`oW@l_Mf@_Fw?i[E?Z_B__W@}_IA@_M}?wKE?W?B_oW@o_MC\
        @_EC?wOE?[WB`_W@a?ME@_FI?y_E?WoBi?W@r_MF@_RS?wGE?XWB__W@t_Mf@_EW?y[E?lgB_OW@f?M@@_F]?y[E\
        ?Y?BhoW@w_MK@_Ec?woE@]gB_OW@j?M@@_Fm?y[E?Z?BhoW@{_MK@_Es?woE@NgB`?W@n?MC@_F}?wWE?[?B`_W@\
        __QJ@_FC?wkE?wOC_OW@p_M@@_EG@I[E?[gBhoW@b?QK@_FM?woE?WwC_OW@s?M@@_EQ@GGE?!OB__W@d_Qf@_FW\
        ?y[E?XgCb?W@v?MK@_E[@I[E?!wBhoW@g?QK@_Fa?woE?yWC_oW@y?MB@_Ei@GOE?]oB`?W@j_QE@_Fo?wWE?ZGC\
        a_W@|?MI@_Eu@GkE?^_BaoW@m_Qg@_F{?y_E?ZgC__W@~?MA@_Ey@GGE?^oB__W@n_QG@_E}@GCE?W?C_OW@o_QF\
        @_EC@G[E?[WCb?W@a?QK@aIa@XkE?]OCeoWMl?UZ@_Fu@HkEFX_Eb?W@u_UK@_EK@goE?[wDb?W@`?YK@_FE@WoE\
        ?^oDb?W@n_UK@_Fq?wOE?ZOB`?W@|_M@@_Ew?wCE?^gBb?W@n?MK@_F}?w?E?[?B_?WAl?QC@_Fu?wOE?Wk@`?W@\
        aoEC@_Ew@GOE?^gB`?WBn_YK@_E?@goE?ZgEb?W@~?UK@_Eu@i_E?^_Di?W@@GOE?OQC@_Dmb?W@pOIK@_EK@goE\
        @LgE_OW@f?Y@@_NS@g?E?XWE_?W@y_Q@@_Ek@GCE?]oC_OW@j_Q@@_FK@GCE?WwC_OW@~_YN@_F?@g{E?WGFcOW@\
        p?YP@_F}@g{E?[?EboW@__]P@_FC@hCE?^wEboW@o?YN@_EA@xCE?[OEcOW@}_YN@_E{@g{E?^wEcOW@o?YP@_F{\
        @g{E?ZwEboW@_?]P@_FA@hCE?^wEboW@o?YN@_EA@xCE?[OEcOW@a_]e@_FK@iWE?WoFh_W@r_Ye@_Mk@woE?]wE\
        b?WFq_]F@_EK@w[E?[WFhoW@a?]f@_Eg@WOE?]gC`?W@j_UC@_Fo@GOE?ZwF`oW@_?]F@_CC`?W@@GOE?ZGF`?W@\
        |?YC@lGAm_m@@_CT_OWAEWCE?Pm@@_C!_OWAHWCE?au@@_Cr_OW@[wCEEaIG@_CKa?W@AWCE?O}@@_CP_OW@CwCE\
        ?RU@@`gaa?W@BG_E?Pi@@_CO_OW@AgCE@OI@@_CCa?WkIW?E?Q]G@_G^_OWC?g_E@Pm@@_CT_?W@IWWEAoIE@a?A\
        `_WVLg?E?RaG@_H?_OWC?g_E@SQ@@_DI_?W@LgWEE?QN@_CCboXIt_IE@_EW?gWEBg?B`_W@o_IE@_EC?w_E?[WA\
        a?WB__ME@_FC?gWE?oQG@_CCa?W@b?MG@_FM?g_E?WwBa?W@s?IG@_MS?wOE?!WA`?W@e?MG@_FY?g_E?X?Ba?W@\
        s_IG@_KCa?W@@G_E?^wAa?W@o?IG@_EU?wOE?!_A`?W@e_MG@_F[?g_E?XwBaoW@w?IJ@_EY?w_E?!oAa?WBe_MG\
        @_F[?g_EiOGHsoo@@|OK?S^SB?CBtOo@P|OKe_Cht?oA?lOKCOJSBLWC?joQA?I{C_KAn@IV?Oa}CoCItpN{?_JU\
        D_KGn`W@Al[UQ?RVDrWGn`[@AJwV?OrVDvoCt``w?lSX@oJTEOCCt`cAAKGX?OJTEV{Gn`g@AJwY?OrVEgw@?kgZ\
        ?_ZNEoCAq`k@Al{Zq?OAjaB_DOItL_GAlRWA?jSu?_ItL_GAlRWC?jSuIOItL_GAlRWB@JSu?OQtL_GAlRY|@^xu\
        hOW@oFYd@_E?!w[E?[Hu`oW@`F]b@_FE!iKE?W`vkOW@qfYp@_EA!WCE?[Ps_OW@bF]F@_FM!g[E?X@vgoW@sfYb\
        @_ES!zCE?!XukOW@eF]f@_FY!i[E?XpvjOW@vfYl@_EC!G?E?WPs_?W@aFQ@@_EG!GCE?YXvjOW@yFYl@_Ei!z?E\
        ?]puk?W@yE}E@_FgZwWE?Z@v`oW@{fYF@_Eq!wOE?^Pu`?W@lF]F@_Fu!g[E?Z`vgoW@}fYb@_E{!w_E?^xua?W@\
        oF]f@_EA!y[E?[Pvj_W@`f]m@_FE!z?E?W`vk?W@nfU@@_E?!WCE?[hv_OW@bF]@@_FM!yKE?X@vgoW@sf]p@_ES\
        !zCE?!PvgoW@df]b@_CC`?W@@GOE?!pvkOW@ff]p@_F_!ysE?YHvjOW@wf]@@_Ec!wCE?]Xv`oW@iF]F@_Fi!yKE\
        ?YpvgoW@zF]F@_Em!w[E?^@vgoW@kf]b@_Fs!zCE?ZXvkOW@}F]l@_Ey!ysE?]xt_OW@kFU@@_Fq!W_E?ZPta?W@\
        aFQ?@_EG!G?E?Wps_OW@bFQ@@_EG]GCE?[hv_OW@bFaF@_FM!w[E?Wpw`oW@rf]F@_EO]IKE?!HvgoW@@GOE?OQC\
        @_EW]JCE?!hvkOW@efaF@_F[!w[E?XxwgoW@wF]b@_ES!G[E?XPs`oW@bFQF@_EK!G[E?OqF@_CK`oW@jFaF@_Fm\
        !w[E?Z@wgoW@{f]b@_Es]JCE?^XvkOW@mFal@_Fy!ysE?Zhwh?W@~F]c@_E}]J?E?W@wk?W@ofal@_EC]IsE?Y@s\
        _OW@gFQ@@_E_!G_E?Y@sa?W@rFaB@_EM]GKE?!@wgoW@cfab@_FQ]G?E?XPw_?W@tfa@@_EW]GCE?!hwa?W@fFaG\
        @_F]]G[E?Y@w`oW@wfab@_Ec]IKE?]Pw`oW@hfaF@_Fg]G_E?Yhwa?W@yfaF@_Ek]G[E?]pw__W@jfaA@_Fo]IKE\
        ?ZHwgoW@|Fap@_Eu]JCE?!pwkOW@pfaG@_FA]GgE?[@wa_WAmFQF@_U}]YKE?W@xgoW@ofeH@_EC]WcE?[Pv_OW@\
        `f]@@_FG!w?E?Whv_?W@rF]H@_EM!wcE?!@v_oW@cf]B@_CW__W@EGGE?!`u_OW@uFY@@_F[!g?E?!pu_?W@wFYH\
        @_F_!gcE?]Pu_oW@xFYB@_Ck`_W@JGWE?]XxgoW@iFeb@_Fi]WcE?YpxaOW@zfeB@_Eo]WKE?]`v_OW@if]@@_Fk\
        !w?E?Yxv_?W@{F]H@_Eq!wcE?^Pv_oW@lf]B@_C[__W@FGGE?^xxaOW@oFeH@_EA]iKE?[PxgoW@}feb@_E{]YKE\
        ?^xxaOW@oFeH@_Fw!wCE?Zhv_OW@~F]?@_E}!w?E?W@waOW@of]H@_EC]GKE?[Xv_oW@EGGE?PaA@_Fs!GCE?^Ps\
        _OW@}FQ?@_Fw!G?E?^psaOW@~FQH@_E?!WKE?W@t_oW@`FUb@_EC!YKE?XxygoW@wFeb@_Ea]gcE?]PxaOW@{fQ@\
        @_Fq!GCE?^Xs_?W@|fQ?@_Fy!GcE?^hsaOW@~fQB@_F}!GKE?WHtgoW@_fUb@_Eq]g?E?^Px_?W@lfib@_Fw]YKE\
        ?ZhyaOW@~FeH@_E}]gKE?W@y_oWFfeuR@_E_ZXOE?OQ?@_CC_?W@AGCE?Oa@@_CKo_W@BKGE?]xlcoW@{EuS@_CC\
        _?W@@G?E?Oa@@_CG_OW@BKGE?OrA@_EuZXKE?Z`ld?W@@G?E?OQ?@_CG_OW@AGCE?wXmcoW@aEyS@_CC_?W@@G?E\
        ?Oa@@_CG_OWBseuR@_FSZXOE?OQ?@_CC_?W@AGCE?Oa@@_CKo_W@BKGE?YHmcoW@hEyS@_CC_?W@@G?E?Oa@@_CG\
        _OW@BKGE?OrA@_FmZXKE?^@ld?W@@G?E?OQ?@_CG_OW@AGCE?OrA@_CKo_W@neyR@_F?ZhOE?OQ?@_CC_?W@AGCE\
        ?Oa@@_CKo_W@BKGE?WHmcoW@`EyS@_CC_?W@@G?E?Oa@@_CG_OWBseyR@_FSZhOE?OQ?@_CC_?W@AGCE?Oa@@_MU\
        ZhKE?X`md?W@@G?E?OQ?@_CG_OW@AGCE?OrA@_CKo_WAyEyS@_GC_?WAAGCE?_rA@_EmZhKE?Z@md?W@@G?E?OQ?\
        @_CG_OW@AGCE?OrA@_CKo_W@~eyR@_E?ZxOE?OQ?@_CC_?W@AGCE?Oa@@_CKo_W@BKGE?^xm_?WA}ey?@_JyZg?E\
        ?nhm_?WA{ey?@_JiZg?E?mXm_?WC_?JD@_E??kSE?W?ApOW@_?JD@_E??kSE?W?ApOW@_?JD@_E??kSE?W?ApOW@\
        _?JD@_E??kSE?W?ApOW@_?JD@_E??kSE?W?ApOW@_?JD@_F_?[SE?]?@pOW@w?FD@_F_?[SE?]?@pOW@w?FD@_F_\
        ?[SE?]?@pOW@w?FD@_F_?[SE?]?@pOW@w?FD@_F_?[SE?]?@pOW@w?FD@_F_?[SE?W?@pOW@_?FD@_E??[SE?W?@\
        pOW@_?FD@_E??[SE?W?@pOW@_?FD@_E??[SE?W?@pOW@_?FD@_E??[SE?W?@pOW@_?FD@_E??[SE?W?@pOW@~e}E\
        @_E?[GOE?WO@pOW@`FBD@_EO[KSE?ghoo_W@?kSE?[xo`_W@sFAC@_FQ[G?E?lXopOWDkfrA@_E[?[SE?X`opOW@\
        jFBD@_I][KGE?OJD@_Fe[G?E?mXo_?WAyfBD@_C[_?W@FgCE?QBA@_Em[GWE?Z@o`?W@cFA?@_Qy[KGE?Xhoo_W@\
        ~fAE@_E?[WOE?WHp_?WBOW?E?R}@@_C|o_W@lfAE@_Ew[GOE?Yxo_?WApfAR@_FG[HOE?[Hoo_W@mFBA@_EE[WWE\
        ?W`p`?W@afE?@_IU[XOE?Wh|_?WDz?FD@_FS[KSE?[popOWAufBA@_CApOW@kfE?@_Ia[W?E?iXppOY]?pQw@_CQ\
        m?WRLJ_EFoUw@_CJm?W@@Z_ELOIw@_SAm?WB?j_EE?Iw@_GAm?WZAj_E?oIw@_KCm?WA?j_ED{YG?Z_E?_Iw@_l?\
        m?W@xG_@m?W@wg_@m?W@EJ_E?Paw@_KCm?W@@J_E?oQw@_CCm?WFBJ_E?Oqw@_KCm?W@@J_E?oQw@_CCm?WbDJ_E\
        ?Oiw@_CIm?W@AJ_EK[_@m?W@q?Ew@_Ea?Z_E?YG@m?WF[J_E?VAw@_Dom?W@[J_EvpgAeUCA?hd`?_IXWOGAeUCA\
        ?hd`?_IXWOGAeUCA?hd`?_IXWOGAeUCA?hd`?_IXWOKAeUCA?hd`?_IXWO[AeUC@@Hh`?_IXWOCCeeCA?hd`?OQY\
        WOGAeUC@@Hh`?_IXWOCCeeCVf?EXWOgAeUCM?hd`?_IXWOGAeUCA?hd`?_IXWOGAeUCA?hd`?_IXWOGAeUCA?hd`\
        ?_IXWOGAeUCB?hd`?_IXWOGAeUCF?hd`?OQYWOGAeUC@@Hh`?_IXWOCCeeCA?hd`?OQYWOGAeUC@@Hh`Dxo@eUCB\
        CHd`?PAXWOCOeUC@CHd`@?IXWXq~?oIygOOA?ji`@?{KmiCC_oCDhyGC?OUfg_Q[@?a}h_O@Al]e@M{A@Jih@?CE\
        kIcC?_i|iOR{?OQnioO@@I}j@NsE@jAq@?
        """
}
